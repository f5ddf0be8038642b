import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod/mini";
import type { Language } from "#contract/languages";
import { loadMessages } from "./messages";

/** Messages by field; those of the form as a whole under the empty name. */
export type Mistakes = Record<string, string[] | null> | null;

/** Finds the mistakes of a form, or null. */
export type Check = (form: FormData) => Mistakes;

type Schema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>;

/** Brings a schema and the words of its messages; what comes out reads a form as the server does. */
export async function loadCheck(
  loadSchema: Schema | (() => Promise<Schema>),
  language: Language,
): Promise<Check> {
  const [schema] = await Promise.all([
    typeof loadSchema === "function" ? loadSchema() : loadSchema,
    loadMessages(language),
  ]);
  return (form) => {
    const submission = parseWithZod(form, { schema: schema as never });
    return submission.status === "error" ? (submission.error ?? null) : null;
  };
}
