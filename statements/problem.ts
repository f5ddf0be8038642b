import { mended } from "./clean-text";

/** What can be wrong with an uploaded file; each is a message of `locales/*\/api.json`. */
export type ProblemCode =
  | "importEmpty"
  | "importTooLarge"
  | "importTooManyRows"
  | "importLineTooLong"
  | "importCutOff"
  | "importUnknownFormat"
  | "importPdf"
  | "importOldWorkbook"
  | "importPacked"
  | "importMailPage"
  | "importPicture"
  | "importSingleOrders"
  | "importNetDiffers"
  | "importBroken"
  | "importFormula"
  | "importUnpacksTooLarge"
  | "importNestedTooDeep"
  | "importColumnMissing"
  | "importColumnUnknown"
  | "importValueMissing"
  | "importNotANumber"
  | "importNotATime"
  | "importNotAType"
  | "importNotAText"
  | "importSeveralAccounts"
  | "importSeveralCurrencies"
  | "importNothingFound"
  | "importRowsNotRead"
  | "importUnclosedQuote"
  | "importTesterReport"
  | "importOptimisation"
  | "importTooSlow"
  | "importTooMuchMemory";

/** Where in the file: lines and columns count from 1; a column's own heading, where it has one. */
export type Place = { line?: number; column?: number; heading?: string };

/** A file that can't be imported: why, and where to look. Nothing of such a file is ever stored. */
export class FileProblem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly place: Place = {},
    /** What stood there, shortened to what a message can show, or the limit that was passed. */
    readonly value: string = "",
  ) {
    super(`${code} at line ${place.line ?? "?"}, column ${place.column ?? "?"}: ${value}`);
  }
}

/** Shortens and cleans what a file holds, so that it can stand in a message. */
export function excerpt(text: string): string {
  const clean = mended(text)
    .replace(/\p{Cf}/gu, " ")
    .trim();
  return clean.length > 40 ? `${clean.slice(0, 39)}…` : clean;
}
