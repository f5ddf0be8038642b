import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { integer } from "#contract/integer";
import { publicAccountsPerPage } from "#contract/rules";
import { day, pageNumber } from "./period";
import { publicModes, publicSorts } from "./status";

/**
 * The list of accounts that their owners made public (docs/adr/0010). It shows what their pages show: percentages,
 * counts and names. It contains neither money nor account numbers, so that no sort order or search can reveal what an
 * owner hides.
 */

/** A longer search text is truncated, because a list's URL is never rejected. */
const searchMaxLength = 60;
const atLeast = (least: number, most: number) =>
  z.catch(z.optional(integer({ min: least, max: most })), undefined);

export const publicQuery = z.object({
  /** Part of a name or of a broker's server. */
  search: z.catch(
    z.string().check(
      z.trim(),
      z.overwrite((text) => text.slice(0, searchMaxLength)),
    ),
    "",
  ),
  /** Maximum drawdown in percent. */
  drawdown: atLeast(1, 100),
  /** Minimum length of the history in days. */
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
  /** The first and the last known day of the history. */
  since: z.nullable(day),
  until: z.nullable(day),
  /** Growth of the whole history for the sparkline: [epoch milliseconds, fraction]. */
  line: z.array(z.tuple([z.number(), z.number()])),
  /** Figures of the whole history, as on its page: fractions, a ratio, a count. */
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
    /** Number of accounts that match the query, and of all public accounts. */
    total: z.int(),
    all: z.int(),
  }),
});
