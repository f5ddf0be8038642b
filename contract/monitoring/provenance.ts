import * as z from "zod/mini";
import { timestamp } from "#contract/fields";

/** What a period begins with where that is not nothing: the balance before its first row. The amount is left out where money is hidden. */
export const opening = z.object({ at: timestamp, balance: z.optional(z.string()) });
export type Opening = z.output<typeof opening>;

/** What was seen of where a period's trades come from, and whether the whole history adds up to the balance. */
export const origin = z.object({
  /** Trades by how they came: posted by a terminal with the account's key, of these from a server that the owner rents here; from files. */
  terminal: z.int(),
  server: z.int(),
  file: z.int(),
  /** Whether each of those from files closed before every one of a terminal. */
  file_before: z.boolean(),
  /** Trades whose position a post showed open before they closed. */
  seen_open: z.int(),
  /** Trades that were sent with other numbers after they were first sent. */
  changed: z.int(),
  /** When the terminal was first heard. */
  terminal_since: z.nullable(timestamp),
  /** When the first of the account's trades from a server that the owner rents here arrived; null: there is none. */
  server_since: z.nullable(timestamp),
  /** Whether a terminal or a file has stated a balance to compare with. */
  stated: z.boolean(),
  /** Null: not compared yet. Nothing is stated, or the terminal's history may still be arriving: no post of it has brought nothing new. */
  adds_up: z.nullable(z.boolean()),
  /** Money that the balance has and the history has not, and between which moments; left out where money is hidden. */
  differences: z.optional(
    z.array(z.object({ from: z.nullable(timestamp), to: timestamp, money: z.string() })),
  ),
  /** All of this and the opening in a sentence, in the reader's language. */
  text: z.string(),
});
export type Provenance = z.output<typeof origin>;
