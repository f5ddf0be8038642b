import { exampleProvider, readBrand } from "#contract/look/brand";
import { brokenRules } from "./environment/rules";
import { schema } from "./environment/schema";

export type Environment = ReturnType<typeof parseEnvironment>;

/**
 * Settings by the names of `.env.example`, as numbers, booleans and lists. What is empty is as not given.
 *
 * @throws where any is wrong: a sentence for each in a line of its own, none of them with a secret
 */
export function parseEnvironment(source: Readonly<Record<string, string | undefined>>) {
  const setValues = Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const { data, error } = schema.safeParse(setValues);
  const wrong = [
    ...(error?.issues.map(({ path, message }) => `${String(path[0])} must be ${message}.`) ?? []),
    ...brokenRules(setValues),
  ];
  if (!data || wrong.length > 0) throw new Error(wrong.join("\n"));
  return {
    ...data,
    /** Where the cabinet is seen from outside, without a slash at the end. */
    publicOrigin: data.PUBLIC_ORIGIN ?? `http://localhost:${data.PORT ?? 3000}`,
    /** The address to listen on, all of them where undefined: a demo, whose passwords are known, is for this machine alone. */
    listenHost: data.HOST ?? (data.DEMO ? "127.0.0.1" : undefined),
    /** Whose product this is. */
    brand: readBrand({ ...(data.DEMO && exampleProvider), ...data }),
  };
}

let parsed: Environment | undefined;

/** The settings of this process, parsed once. Wrong ones end it, with a sentence each. */
export function environment(): Environment {
  try {
    parsed ??= parseEnvironment(process.env);
    return parsed;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
