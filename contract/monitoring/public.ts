import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { integer } from "#contract/integer";
import { publicAccountsPerPage } from "#contract/rules";
import { day, pageNumber } from "./period";
import { publicModes, publicSorts } from "./status";

/**
 * The list of accounts that their owners made public (docs/adr/0010). It says what their pages say: percentages, counts and
 * names. Money and the account's number are in none of it, so that no order and no search can give away what an owner hides.
 */

/** What is typed past it is not looked for: an address of a list is never refused. */
const searchMaxLength = 60;
const atLeast = (least: number, most: number) =>
  z.catch(z.optional(integer({ min: least, max: most })), undefined);

export const publicQuery = z.object({
  /** A part of a name or of a broker's server. */
  search: z.catch(
    z.string().check(
      z.trim(),
      z.overwrite((text) => text.slice(0, searchMaxLength)),
    ),
    "",
  ),
  /** Percent that it fell from its peak, at most. */
  drawdown: atLeast(1, 100),
  /** Days of history, at least. */
  age: atLeast(1, 10_000),
  mode: z.catch(z.enum(publicModes), "any"),
  sort: z.catch(z.enum(publicSorts), "growth"),
  page: pageNumber,
});
export type PublicQuery = z.output<typeof publicQuery>;

export const publicAccount = z.object({
  monitoringId: z.string(),
  name: z.string(),
  server: z.nullable(z.string()),
  mode: z.nullable(z.string()),
  /** The first and the last day known of its history. */
  since: z.nullable(day),
  until: z.nullable(day),
  /** The growth of the whole history as a small line: [epoch milliseconds, share]. */
  line: z.array(z.tuple([z.number(), z.number()])),
  /** Figures of the whole history, as its page has them: shares, a ratio, a count. */
  growth: z.nullable(z.number()),
  drawdown: z.nullable(z.number()),
  profitFactor: z.nullable(z.number()),
  trades: z.int(),
});
export type PublicAccount = z.output<typeof publicAccount>;

export const publicAccounts = defineEndpoint({
  method: "GET",
  path: "/monitoring/public",
  access: "public",
  summary: `Lists public accounts, best first, ${publicAccountsPerPage} per page; a page past the end returns the last one`,
  input: publicQuery,
  output: z.object({
    accounts: z.array(publicAccount),
    page: z.int(),
    pages: z.int(),
    /** How many fit what was asked for, and how many there are. */
    total: z.int(),
    all: z.int(),
  }),
});
