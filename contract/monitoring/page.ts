import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import type { FigureKey, FigureReasons } from "./figures";
import { figureValues, reasons } from "./figures";
import { accountAndPeriod, day, monitoringId, pageNumber } from "./period";
import { opening, origin } from "./provenance";
import { badgeLooks, connectionStates, currencyDisplays, visibilities } from "./status";

/**
 * What an account's page shows. Public calls: the owner always gets an answer, others where the account is shared, and then
 * nothing that the owner hides (a hidden field is left out of the answer, not blanked). Not shared answers the same 404 as missing.
 */

const money = z.nullable(z.string());

/** An open position; money is left out where it is hidden. */
export const openPosition = z.object({
  ticket: z.string(),
  symbol: z.string(),
  side: z.enum(["long", "short"]),
  volume: z.optional(z.string()),
  openedAt: timestamp,
  openPrice: z.string(),
  stopLoss: z.nullable(z.string()),
  takeProfit: z.nullable(z.string()),
  swap: z.optional(z.string()),
  profit: z.optional(z.string()),
  /** Of the balance; 0.01 is 1 %. */
  profitPercent: z.nullable(z.number()),
});
export type OpenPosition = z.output<typeof openPosition>;

export const accountPage = z.object({
  monitoringId: z.string(),
  name: z.string(),
  number: z.optional(z.string()),
  server: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  currencyDisplay: z.enum(currencyDisplays),
  leverage: z.nullable(z.int()),
  mode: z.nullable(z.string()),
  state: z.enum(connectionStates),
  heardAt: z.nullable(timestamp),
  /** Seconds between the terminal's calls. */
  interval: z.int(),
  /** First and last thing known of the history. */
  since: z.nullable(day),
  until: z.nullable(day),
  /** The rule of the broker's clock (`zone.ts`), and seconds that it is ahead of UTC now; null: not known. */
  zone: z.nullable(z.string()),
  gmtOffset: z.nullable(z.int()),
  visibility: z.enum(visibilities),
  isOwner: z.boolean(),
  showMoney: z.boolean(),
  showPositions: z.boolean(),
  showNumber: z.boolean(),
  positions: z.optional(z.array(openPosition)),
  /** For its owner: whether they chose the rule of the broker's clock. */
  isZoneChosen: z.optional(z.boolean()),
  /** For the owner: the server that the terminal runs on. */
  serverId: z.optional(z.nullable(z.string())),
});
export type AccountPage = z.output<typeof accountPage>;

export const readAccount = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId",
  access: "public",
  summary: "Returns the account page: identity, broker, last update and open positions",
  input: z.object({ monitoringId }),
  output: accountPage,
});

export const pageVersion = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/page-version",
  access: "public",
  summary: "Returns a version that changes with what a visitor sees; null if unknown",
  input: z.object({ monitoringId }),
  output: z.object({
    version: z.nullable(z.string()),
    /** Differs after any write of the account, a counted view too. */
    revision: z.string(),
  }),
});

export const countView = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/views",
  access: "public",
  summary: "Counts a view once per visitor and day, excluding the owner and robots",
  input: z.object({ monitoringId }),
});

const reasonMap = z.record(z.string(), z.enum(reasons)) as unknown as z.ZodMiniType<
  FigureReasons,
  FigureReasons
>;

export const statisticsOutput = z.extend(figureValues, {
  monitoringId: z.string(),
  from: z.nullable(day),
  to: z.nullable(day),
  currency: z.nullable(z.string()),
  /** Why a figure is null, by its name. */
  reasons: reasonMap,
  formulas_version: z.string(),
  /** At how many deposits and withdrawals growth counts the equity, and at how many the balance. */
  growth_flows: z.object({ equity: z.int(), balance: z.int() }),
  /** What version 1.0 of the formulas said, of the figures that it said something else of. */
  v1_0: figureValues,
  origin,
});
export type Statistics = z.output<typeof statisticsOutput>;

export const statistics = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/statistics",
  access: "public",
  summary:
    "Returns all figures of a period: money as decimal strings, fractions as numbers, undefined as null with a reason",
  input: accountAndPeriod,
  output: statisticsOutput,
});

/** A line's points, at most 300, thinned by time: `[epoch milliseconds, value]`. */
const points = z.array(z.tuple([z.number(), z.number()]));

export const charts = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/charts",
  access: "public",
  summary: "Returns the data of the charts; lines are downsampled",
  input: accountAndPeriod,
  output: z.object({
    /** Marked where the lines begin. */
    opening: z.nullable(opening),
    /** Growth and drawdown as fractions; drawdown at or under 0. */
    growth: points,
    drawdown: points,
    /** Money, both at the same moments, the equity where it is known; left out where it is hidden. */
    balance: z.optional(points),
    equity: z.optional(points),
    /** Calendar months; net is left out where money is hidden. */
    months: z.array(
      z.object({
        month: z.string(),
        net: z.optional(z.string()),
        growth: z.nullable(z.number()),
        trades: z.int(),
      }),
    ),
    years: z.array(z.object({ year: z.string(), growth: z.nullable(z.number()) })),
    /** Every symbol, those traded most first; `share` is of all trades. */
    symbols: z.array(
      z.object({
        symbol: z.string(),
        trades: z.int(),
        winRate: z.number(),
        net: z.optional(z.string()),
        share: z.number(),
      }),
    ),
  }),
});

/** How many days a page of the table has: more than a year of them. */
export const daysPerPage = 500;

export const days = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/days",
  access: "public",
  summary: "Returns the chart values at the end of each UTC day, newest first, 500 per page",
  input: z.extend(accountAndPeriod, { page: pageNumber }),
  output: z.object({
    opening: z.nullable(opening),
    days: z.array(
      z.object({
        day,
        /** Fractions since the period's start; null where growth is undefined. */
        growth: z.nullable(z.number()),
        drawdown: z.nullable(z.number()),
        /** Left out where money is hidden; equity null where no terminal was heard until then. */
        balance: z.optional(money),
        equity: z.optional(money),
      }),
    ),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
  }),
});

export const picture = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/picture.png",
  access: "public",
  summary: "Returns the social preview picture, 1200 by 630",
  input: z.object({ monitoringId }),
  answer: "file",
});

export const badge = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/badge.svg",
  access: "public",
  summary: "Returns the badge: growth, drawdown and their source",
  input: z.object({ monitoringId, look: z._default(z.catch(z.enum(badgeLooks), "light"), "light") }),
  answer: "file",
});

export type { FigureKey };
