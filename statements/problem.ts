import { mended } from "./clean-text";

/** Possible problems of an uploaded file; each has a message in `locales/*\/api.json`. */
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

/** A place in the file: line and column count from 1; with the column's heading if it has one. */
export type Place = { line?: number; column?: number; heading?: string };

/** Thrown for a file that can't be imported, with the reason and the place. Nothing of such a file is stored. */
export class FileProblem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly place: Place = {},
    /** The content at that place, shortened for a message, or the limit that was exceeded. */
    readonly value: string = "",
  ) {
    super(`${code} at line ${place.line ?? "?"}, column ${place.column ?? "?"}: ${value}`);
  }
}

/** Shortens and cleans a file's content for use in a message. */
export function excerpt(text: string): string {
  const clean = mended(text)
    .replace(/\p{Cf}/gu, " ")
    .trim();
  return clean.length > 40 ? `${clean.slice(0, 39)}…` : clean;
}
