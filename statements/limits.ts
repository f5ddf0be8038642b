import { statementMaxBytes } from "./kinds";

/** Bounds of an import: above them a file is refused before it can cost the process memory or time. */
export const importLimits = {
  /** Of the uploaded file. */
  bytes: statementMaxBytes,
  /** Rows of any kind: an order, a deal and a position are one each. */
  rows: 300_000,
  /** Characters between two line breaks of a delimited file, or of one table row. */
  lineLength: 32_768,
  /** Cells in a row; the widest known format has 31. */
  cells: 100,
  /** Elements open at once inside a table row, or a part of a workbook. */
  depth: 16,
  /** Elements open at once in a page. */
  pageDepth: 1_000,
  /** Everything that is read of an .xlsx together, unpacked. MetaTrader's sheets are UTF-16: 1.4 KB a row. */
  unpackedBytes: 256 * 1024 * 1024,
  /** Characters of a workbook's shared texts together. */
  sharedLength: 32 * 1024 * 1024,
  /** Sheets of a workbook that are looked into. */
  sheets: 8,
  /** Entries of an .xlsx archive. */
  archiveEntries: 200,
  /** Characters kept of a comment. */
  comment: 200,
} as const;

/** What reading one file may take, in a thread of its own (docs/adr/0024). */
export const readingLimits = { memoryMb: 512, seconds: 120 } as const;
