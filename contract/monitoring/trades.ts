import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { accountAndPeriod, monitoringId, pageNumber, period } from "./period";
import { opening } from "./provenance";
import { tradeSorts } from "./status";

/** Closed trades as on the account's page (`page.ts` defines who can see them). */

const money = z.nullable(z.string());

export const tradesQuery = z.object({
  ...period,
  sort: z._default(z.catch(z.enum(tradeSorts), "closed"), "closed"),
  direction: z._default(z.catch(z.enum(["asc", "desc"]), "desc"), "desc"),
  page: pageNumber,
});

/**
 * Source of a trade: posted by a terminal with the account's key, the same from a server rented here, or an uploaded
 * file.
 */
export const tradeSources = ["key", "server", "file"] as const;

export const closedTrade = z.object({
  ticket: z.string(),
  symbol: z.string(),
  side: z.enum(["long", "short"]),
  volume: z.optional(z.string()),
  openedAt: z.nullable(timestamp),
  closedAt: timestamp,
  openPrice: money,
  closePrice: money,
  /** Swap; and the sum of commission, fee and taxes. */
  swap: z.optional(z.string()),
  costs: z.optional(z.string()),
  /** Net of all costs. */
  result: z.optional(z.string()),
  /**
   * The lowest and the highest floating result (profit and swap) while the trade was open; null if it was not
   * observed all the time.
   */
  mae: z.optional(money),
  mfe: z.optional(money),
  source: z.enum(tradeSources),
  /** Fraction of the balance before the trade, to eight decimals; null if that balance was not positive. */
  resultPercent: z.nullable(z.number()),
});
export type ClosedTrade = z.output<typeof closedTrade>;

export const trades = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/trades",
  access: "public",
  summary: "Lists closed trades of a period, 20 per page; a page past the end returns the last one",
  input: z.extend(tradesQuery, { monitoringId }),
  output: z.object({
    trades: z.array(closedTrade),
    /** The row before the first trade; set on the page that contains it, when sorted by close time. */
    opening: z.nullable(opening),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
  }),
});

export const tradesCsv = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/trades.csv",
  access: "public",
  summary:
    "Exports closed trades of a period as CSV (RFC 4180, UTF-8), oldest first; the first row is the opening balance and names the sources",
  input: accountAndPeriod,
  answer: "file",
});
