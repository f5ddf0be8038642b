import { errorText } from "#api/lib/translations";
import type { Language } from "#contract/languages";
import type { FileProblem } from "#statements/problem";

/** A problem as it is stored: a key of `api.json` and the values of its placeholders. */
export type StoredProblem = { code: string; values: Record<string, string | number> };

export const storedProblem = ({ code, place, value }: FileProblem): StoredProblem => ({
  code,
  values: { ...place, value },
});

/** Returns the message of a problem in a language: `Line 12, column 5 (Profit): “abc” is not a number`. */
export function problemText(language: Language, { code, values }: StoredProblem): string {
  const problem = errorText(language, code, values);
  const { line, column, heading } = values;
  const key =
    heading && column ? "importAtHeading" : column ? "importAtColumn" : line ? "importAtLine" : null;
  return key ? errorText(language, key, { ...values, problem }) : problem;
}
