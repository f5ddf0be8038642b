import { statementMaxBytes } from "./kinds";

/** Limits of an import: a larger file is rejected before it can cost the process memory or time. */
export const importLimits = {
  /** Size of the uploaded file. */
  bytes: statementMaxBytes,
  /** Rows of any kind; an order, a deal and a position are one each. */
  rows: 300_000,
  /** Characters between two line breaks of a delimited file, or of one table row. */
  lineLength: 32_768,
  /** Cells in a row; the widest known format has 31. */
  cells: 100,
  /** Nesting depth inside a table row or a part of a workbook. */
  depth: 16,
  /** Nesting depth of a page. */
  pageDepth: 1_000,
  /** Total unpacked size of all that is read of an .xlsx. MetaTrader's sheets are UTF-16: 1.4 KB a row. */
  unpackedBytes: 256 * 1024 * 1024,
  /** Total characters of a workbook's shared strings. */
  sharedLength: 32 * 1024 * 1024,
  /** Maximum number of a workbook's sheets that are read. */
  sheets: 8,
  /** Maximum number of entries of an .xlsx archive. */
  archiveEntries: 200,
  /** Maximum length of a stored comment, in characters. */
  comment: 200,
} as const;

/** Limits of reading one file, in a separate thread (docs/adr/0024). */
export const readingLimits = { memoryMb: 512, seconds: 120 } as const;
