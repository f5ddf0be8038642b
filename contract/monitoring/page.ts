import * as z from "zod/mini";
import { call } from "#contract/call";
import { timestamp } from "#contract/fields";
import type { FigureKey, FigureReasons } from "./figures";
import { figureValues, reasons } from "./figures";
import { opening, origin } from "./origin";
import { badgeLooks, connectionStates, currencyDisplays, tradeSorts, visibilities } from "./status";

/**
 * What an account's page shows. Public calls: the owner always gets an answer, others where the account is shared, and then
 * nothing that the owner hides (a hidden field is left out of the answer, not blanked). Not shared answers the same 404 as missing.
 */

const id = z.string().check(z.minLength(1), z.maxLength(60));

/** A UTC day. */
export const day = z.iso.date();
const optionalDay = z.optional(z.catch(z.optional(day), undefined));
/** Both ends are whole UTC days and belong to the period; left out, it is open. What can't be read counts as left out. */
export const period = { from: optionalDay, to: optionalDay };
const account = z.object({ id, ...period });
const pageNumber = z._default(
  z.catch(z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
  1,
);

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
  id: z.string(),
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

export const readAccount = call({
  method: "GET",
  path: "/monitoring/accounts/:id",
  access: "public",
  summary: "An account's page: who, where, how fresh, what is open",
  input: z.object({ id }),
  output: accountPage,
});

export const countView = call({
  method: "POST",
  path: "/monitoring/accounts/:id/views",
  access: "public",
  summary: "Counts a view, once per visitor and day; the owner and robots do not count",
  input: z.object({ id }),
});

const reasonMap = z.record(z.string(), z.enum(reasons)) as unknown as z.ZodMiniType<
  FigureReasons,
  FigureReasons
>;

export const statisticsOutput = z.extend(figureValues, {
  id: z.string(),
  from: z.nullable(day),
  to: z.nullable(day),
  currency: z.nullable(z.string()),
  /** Why a figure is null, by its name. */
  reasons: reasonMap,
  formulas_version: z.string(),
  /** What version 1.0 of the formulas said, of the figures that it said something else of. */
  v1_0: figureValues,
  origin,
});
export type Statistics = z.output<typeof statisticsOutput>;

export const statistics = call({
  method: "GET",
  path: "/monitoring/accounts/:id/statistics",
  access: "public",
  summary:
    "Every figure of a period: money as decimal strings, fractions as numbers, undefined as null with a reason",
  input: account,
  output: statisticsOutput,
});

/** A line's points, at most 300, thinned by time: `[epoch milliseconds, value]`. */
const points = z.array(z.tuple([z.number(), z.number()]));

export const charts = call({
  method: "GET",
  path: "/monitoring/accounts/:id/charts",
  access: "public",
  summary: "The page's lines and bars, thinned to what a picture can show",
  input: account,
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
    /** The symbols traded most, `share` of all trades. */
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

export const days = call({
  method: "GET",
  path: "/monitoring/accounts/:id/days",
  access: "public",
  summary: "What the page's lines were at the end of every UTC day of a period, the newest first, 500 a page",
  input: z.extend(account, { page: pageNumber }),
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

export const tradesQuery = z.object({
  ...period,
  sort: z._default(z.catch(z.enum(tradeSorts), "closed"), "closed"),
  direction: z._default(z.catch(z.enum(["asc", "desc"]), "desc"), "desc"),
  page: pageNumber,
});

/** How a trade came: posted by a terminal with the account's key, the same from a server rented here, or in an uploaded file. */
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
  /** Swap, and commission, fee and taxes together. */
  swap: z.optional(z.string()),
  costs: z.optional(z.string()),
  /** Net of everything. */
  result: z.optional(z.string()),
  /** The lowest and the highest floating result (profit and swap) while it was open; null where not all of it was watched. */
  mae: z.optional(money),
  mfe: z.optional(money),
  source: z.enum(tradeSources),
  /** A fraction of the balance before, to eight decimals; null where that was not positive. */
  resultPercent: z.nullable(z.number()),
});
export type ClosedTrade = z.output<typeof closedTrade>;

export const trades = call({
  method: "GET",
  path: "/monitoring/accounts/:id/trades",
  access: "public",
  summary: "Closed trades of a period, 20 a page; a page past the last one is the last one",
  input: z.extend(tradesQuery, { id }),
  output: z.object({
    trades: z.array(closedTrade),
    /** The row before the first one: on the page that it stands on, in the order of closing. */
    opening: z.nullable(opening),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
  }),
});

export const tradesCsv = call({
  method: "GET",
  path: "/monitoring/accounts/:id/trades.csv",
  access: "public",
  summary:
    "Closed trades of a period as CSV (RFC 4180, UTF-8), the oldest first; the row before them is the opening and says where they come from",
  input: account,
  answer: "file",
});

export const picture = call({
  method: "GET",
  path: "/monitoring/accounts/:id/picture.png",
  access: "public",
  summary: "The growth chart with the main figures as a picture for previews, 1200 by 630",
  input: z.object({ id }),
  answer: "file",
});

export const badge = call({
  method: "GET",
  path: "/monitoring/accounts/:id/badge.svg",
  access: "public",
  summary: "Growth, drawdown and where they come from as a small picture for other sites",
  input: z.object({ id, look: z._default(z.catch(z.enum(badgeLooks), "light"), "light") }),
  answer: "file",
});

export type { FigureKey };
