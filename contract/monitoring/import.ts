import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { importNotes, statedFigures, statementFormats, statementMaxBytes } from "#statements/kinds";
import { readZoneRule, zoneRuleGrammar } from "#statements/time-zone";
import { monitoringId } from "./period";

/**
 * Upload of an account's history (screens, "Online monitoring"): parsed and previewed first, imported on
 * confirmation.
 */

/** Larger files are parsed after the upload's response; their page polls the progress. */
export const statementInlineBytes = 1024 * 1024;

const importId = z.string().check(z.minLength(1), z.maxLength(60));

export const uploadStatementInput = z.object({
  file: z.file("specifyStatement").check(
    z.refine((file) => file.size > 0 || file.name !== "", { error: "specifyStatement", abort: true }),
    z.refine((file) => file.size > 0, { error: "fileEmpty", abort: true }),
    z.maxSize(statementMaxBytes, { error: "statementTooLarge", abort: true }),
  ),
  zone: z
    .string("chooseZone")
    .check(z.refine((zone) => readZoneRule(zone) !== null, "chooseZone"))
    .register(z.globalRegistry, { description: zoneRuleGrammar, examples: ["US+02:00"] }),
});

export const uploadStatement = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/imports",
  access: "client",
  section: "monitoring",
  summary:
    "Uploads and reads a statement without importing it. An unreadable file returns 422 with line and column",
  body: "multipart",
  maxFileBytes: statementMaxBytes,
  input: z.extend(uploadStatementInput, { monitoringId }),
  output: z.object({ importId: z.string() }),
});

export const importStates = ["reading", "ready", "failed", "importing", "imported"] as const;
export type ImportState = (typeof importStates)[number];

/** Decimal strings; `says` and `difference` are null if the file does not state the figure. */
export const reconciled = z.object({
  figure: z.enum(statedFigures),
  says: z.nullable(z.string()),
  computed: z.string(),
  difference: z.nullable(z.string()),
});
export type ReconciledLine = z.output<typeof reconciled>;

/**
 * Mismatches: the file names another account or currency, or contains times in the future; or the opening balance is
 * doubtful.
 */
export const importWarnings = ["otherNumber", "otherCurrency", "future", "doubtfulOpening"] as const;

/**
 * A range in which a file's balance and its rows differ; `amount` is the stated balance minus the sum of the rows.
 */
const gap = z.object({ from: timestamp, to: timestamp, amount: z.string() });

/** A trade that closes before it opens, which means that a row of the file is wrong. */
const reversedTrade = z.object({
  symbol: z.string(),
  opened: timestamp,
  closed: timestamp,
  result: z.string(),
});

export const importPreview = z.object({
  format: z.enum(statementFormats),
  number: z.nullable(z.string()),
  name: z.nullable(z.string()),
  server: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  trades: z.int(),
  operations: z.int(),
  /** Of these, the number the account already has; they are not imported twice. */
  knownTrades: z.int(),
  knownOperations: z.int(),
  cancelledOrders: z.int(),
  openPositions: z.int(),
  since: timestamp,
  until: timestamp,
  /** The balance before the file's first row; null if the file states no balance or begins with the account. */
  opening: z.optional(z.nullable(z.string())),
  /** The first gaps at which the file does not reconcile, and their total number. */
  gaps: z.optional(z.array(gap)),
  gapCount: z.optional(z.int()),
  notes: z.optional(
    z.array(z.object({ code: z.enum(importNotes), count: z.int(), line: z.nullable(z.int()) })),
  ),
  /**
   * The first trades that close before they open, and their total number. They are left out only if the client
   * agrees.
   */
  reversed: z.optional(z.array(reversedTrade)),
  reversedCount: z.optional(z.int()),
  /**
   * Neither the file nor the account states the opening balance, so figures relative to the balance are unknown
   * unless the client enters it.
   */
  asksOpening: z.optional(z.boolean()),
  /** The opening balance according to the file's equity column. */
  suggestedOpening: z.optional(z.nullable(z.string())),
  reconciliation: z.array(reconciled),
  warnings: z.array(z.enum(importWarnings)),
});
export type ImportPreview = z.output<typeof importPreview>;

export const importStatus = z.object({
  importId: z.string(),
  accountName: z.string(),
  fileName: z.string(),
  zone: z.string(),
  state: z.enum(importStates),
  /** Progress of parsing or importing, in percent. */
  progress: z.int(),
  /** Why the file could not be parsed, in the viewer's language. */
  problem: z.nullable(z.string()),
  preview: z.nullable(importPreview),
  addedTrades: z.int(),
  addedOperations: z.int(),
});
export type ImportStatus = z.output<typeof importStatus>;

const importParams = z.object({ monitoringId, importId });

export const readImport = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/imports/:importId",
  access: "client",
  section: "monitoring",
  summary: "Returns the contents, reconciliation and import progress of a statement",
  input: importParams,
  output: importStatus,
});

/** An amount in the account's currency as typed: `1 000`, `1000.50`, `0,05`. */
const openingBalance = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, "").replace(",", ".")),
  z.regex(/^(\d{1,12}(\.\d{1,8})?)?$/, "amountInvalid"),
);

export const confirmImportInput = z.object({
  /** The balance before the account's first trade, if the file does not state it; empty if unknown. */
  openingBalance: z.optional(openingBalance),
  /** Leaves out the trades that close before they open. If there are any, nothing is imported without it. */
  leaveOut: z.optional(z.boolean()),
});

export const confirmImport = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/imports/:importId",
  access: "client",
  section: "monitoring",
  summary: "Imports a read statement; a repeat changes nothing",
  input: z.extend(confirmImportInput, { monitoringId, importId }),
});

export const discardImport = defineEndpoint({
  method: "DELETE",
  path: "/monitoring/accounts/:monitoringId/imports/:importId",
  access: "client",
  section: "monitoring",
  summary: "Discards an upload that was not imported",
  input: importParams,
});

export const importForm = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/imports",
  access: "client",
  section: "monitoring",
  summary: "Returns the upload form's defaults: the account's name and time zone",
  input: z.object({ monitoringId }),
  output: z.object({ accountName: z.string(), number: z.string(), zone: z.string() }),
});
