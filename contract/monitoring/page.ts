import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import type { FigureKey, FigureReasons } from "./figures";
import { figureValues, reasons } from "./figures";
import { accountAndPeriod, day, monitoringId, pageNumber } from "./period";
import { opening, origin } from "./provenance";
import { badgeLooks, connectionStates, currencyDisplays, visibilities } from "./status";

/**
 * Data of an account's page. The endpoints are public: the owner always gets a response, others only if the account
 * is shared, and then without what the owner hides (a hidden field is omitted from the response, not blanked). An
 * account that is not shared returns the same 404 as a missing one.
 */

const money = z.nullable(z.string());

/** An open position; money is omitted if hidden. */
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
  /** Fraction of the balance; 0.01 is 1 %. */
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
  /** Seconds between the terminal's requests. */
  interval: z.int(),
  /** The first and the last known day of the history. */
  since: z.nullable(day),
  until: z.nullable(day),
  /**
   * The rule of the broker's time zone (`time-zone.ts`), and its current offset from UTC in seconds; null if unknown.
   */
  zone: z.nullable(z.string()),
  gmtOffset: z.nullable(z.int()),
  visibility: z.enum(visibilities),
  isOwner: z.boolean(),
  showMoney: z.boolean(),
  showPositions: z.boolean(),
  showNumber: z.boolean(),
  positions: z.optional(z.array(openPosition)),
  /** Only for the owner: whether they chose the rule of the broker's time zone. */
  isZoneChosen: z.optional(z.boolean()),
  /** Only for the owner: the server on which the terminal runs. */
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
    /** Changes with any write to the account, including a counted view. */
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

const reasonMap = z.record(z.string(), z.enum(reasons)) as z.ZodMiniType<FigureReasons, FigureReasons>;

export const statisticsOutput = z.extend(figureValues, {
  monitoringId: z.string(),
  from: z.nullable(day),
  to: z.nullable(day),
  currency: z.nullable(z.string()),
  /** Why a figure is null, by the figure's name. */
  reasons: reasonMap,
  formulas_version: z.string(),
  /** Number of deposits and withdrawals for which growth uses the equity, and for which it uses the balance. */
  growth_flows: z.object({ equity: z.int(), balance: z.int() }),
  /** Values by version 1.0 of the formulas, of the figures it defined differently. */
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

/** Points of a line, at most 300, downsampled by time: `[epoch milliseconds, value]`. */
const points = z.array(z.tuple([z.number(), z.number()]));

export const charts = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/charts",
  access: "public",
  summary: "Returns the data of the charts; lines are downsampled",
  input: accountAndPeriod,
  output: z.object({
    /** Marked at the beginning of the lines. */
    opening: z.nullable(opening),
    /** Growth and drawdown as fractions; drawdown is zero or negative. */
    growth: points,
    drawdown: points,
    /** Money, both at the same moments, equity only where known; omitted if hidden. */
    balance: z.optional(points),
    equity: z.optional(points),
    /** Calendar months; `net` is omitted if money is hidden. */
    months: z.array(
      z.object({
        month: z.string(),
        net: z.optional(z.string()),
        growth: z.nullable(z.number()),
        trades: z.int(),
      }),
    ),
    years: z.array(z.object({ year: z.string(), growth: z.nullable(z.number()) })),
    /** Every symbol, most traded first; `share` is its fraction of all trades. */
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

/** Days per page of the table: more than a year. */
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
        /** Fractions since the period's start; null if growth is undefined. */
        growth: z.nullable(z.number()),
        drawdown: z.nullable(z.number()),
        /** Omitted if money is hidden; equity is null before the terminal's first request. */
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
