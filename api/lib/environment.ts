import { exampleProvider, readBrand } from "#contract/branding/brand";
import { brokenRules } from "./environment/rules";
import { schema } from "./environment/schema";

export type Environment = ReturnType<typeof parseEnvironment>;

/**
 * Parses the settings, named as in `.env.example`, into numbers, booleans and lists. Empty ones count as missing.
 *
 * @throws if any is wrong: a sentence for each on a separate line, none of them with a secret
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
    /** The cabinet's public URL, without a trailing slash. */
    publicOrigin: data.PUBLIC_ORIGIN ?? `http://localhost:${data.PORT ?? 3000}`,
    /**
     * The address to listen on; undefined means all. A demo, whose passwords are public, listens on this machine
     * only.
     */
    listenHost: data.HOST ?? (data.DEMO ? "127.0.0.1" : undefined),
    /** The brand of the product. */
    brand: readBrand({ ...(data.DEMO && exampleProvider), ...data }),
  };
}

let parsed: Environment | undefined;

/** Returns the settings of this process, parsed once. Invalid ones end the process, with a sentence each. */
export function environment(): Environment {
  try {
    parsed ??= parseEnvironment(process.env);
    return parsed;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
