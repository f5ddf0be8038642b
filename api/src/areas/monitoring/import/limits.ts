import { statementMaxBytes } from "#contract/monitoring/import";

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
  /** Elements open at once inside a table row. */
  depth: 16,
  /** Everything inside an .xlsx together, unpacked. */
  unpackedBytes: 128 * 1024 * 1024,
  /** Entries of an .xlsx archive. */
  archiveEntries: 200,
  /** Characters kept of a comment. */
  comment: 200,
} as const;
