import * as z from "zod/mini";
import { timestamp } from "#contract/fields";

/**
 * The opening balance of a period, before its first row, if it is not zero. The amount is omitted if money is hidden.
 */
export const opening = z.object({ at: timestamp, balance: z.optional(z.string()) });
export type Opening = z.output<typeof opening>;

/** The observed provenance of a period's trades, and whether the whole history reconciles with the balance. */
export const origin = z.object({
  /**
   * Number of trades by source: posted by a terminal with the account's key; of these, from a server that the owner
   * rents here; from files.
   */
  terminal: z.int(),
  server: z.int(),
  file: z.int(),
  /** Whether every trade from files closed before every trade from a terminal. */
  file_before: z.boolean(),
  /** Trades whose position was seen open in a post before it closed. */
  seen_open: z.int(),
  /** Trades sent again with other values. */
  changed: z.int(),
  /** Time of the terminal's first request. */
  terminal_since: z.nullable(timestamp),
  /** When the first trade from a server that the owner rents here arrived, or null if there is none. */
  server_since: z.nullable(timestamp),
  /** Whether a terminal or a file has stated a balance to reconcile with. */
  stated: z.boolean(),
  /**
   * Whether the history reconciles. Null if it was not checked yet: no balance is stated, or the terminal's history
   * may still be arriving, because every post so far has brought something new.
   */
  adds_up: z.nullable(z.boolean()),
  /**
   * Discrepancies: balance minus history, each with the moments between which it occurred; omitted if money is
   * hidden.
   */
  differences: z.optional(
    z.array(z.object({ from: z.nullable(timestamp), to: timestamp, money: z.string() })),
  ),
  /** A sentence with all of this and the opening, in the viewer's language. */
  text: z.string(),
});
export type Provenance = z.output<typeof origin>;
