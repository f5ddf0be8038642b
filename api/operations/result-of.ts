import type { StoredAnswer, Translated } from "#api/lib/answer";
import { readAnswer } from "#api/lib/answer";

const isStored = (value: unknown): value is StoredAnswer =>
  typeof value === "object" && value !== null && "key" in value && "values" in value;

/** Returns what an operation answered, for any reader; rows of earlier releases have only the English sentence. */
export const resultOf = (
  { answered }: Readonly<Record<string, unknown>>,
  sentence: string | null,
): Translated | string | null => (isStored(answered) ? readAnswer(answered) : undefined) ?? sentence;
