import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { operationKinds } from "../../statements/kinds";

/**
 * What a terminal posts. The body is read by `api/modules/monitoring/ingest/`, which is more forgiving than a schema can say:
 * numbers may be strings, times epoch seconds or `YYYY.MM.DD HH:MM:SS` of the broker's clock, a NUL may trail, any Content-Type.
 */
export const ingestBody = z.object({
  v: z.literal(1),
  /** Instead of `Authorization: Bearer`. */
  key: z.optional(z.string()),
  account: z.string(),
  server: z.optional(z.string()),
  currency: z.optional(z.string()),
  leverage: z.optional(z.number()),
  mode: z.optional(z.enum(["demo", "real", "contest"])),
  /** The broker's clock, and how many seconds it is ahead of UTC. */
  time: z.optional(z.number()),
  gmt_offset: z.optional(z.number()),
  balance: z.optional(z.string()),
  equity: z.optional(z.string()),
  margin: z.optional(z.string()),
  free_margin: z.optional(z.string()),
  credit: z.optional(z.string()),
  /** The lowest and the highest equity since the last call that was taken, by the tick. */
  equity_low: z.optional(z.string()),
  equity_high: z.optional(z.string()),
  /** Of the terminal: its build, its last ping to the broker in microseconds. */
  build: z.optional(z.number()),
  ping: z.optional(z.number()),
  /** All open positions; left out, what was known stays. */
  positions: z.optional(
    z.array(
      z.object({
        ticket: z.string(),
        /** What its deals call it, where that is not the ticket. */
        position: z.optional(z.string()),
        magic: z.optional(z.string()),
        symbol: z.string(),
        type: z.enum(["buy", "sell"]),
        volume: z.string(),
        open_time: z.number(),
        open_price: z.string(),
        sl: z.optional(z.string()),
        tp: z.optional(z.string()),
        swap: z.optional(z.string()),
        profit: z.string(),
      }),
    ),
  ),
  /**
   * How far the floating result (profit and swap) of each position went since its opening, by the tick; also of those that closed
   * since the last call that was taken. `whole` is 1 where nothing was missed.
   */
  excursions: z.optional(
    z.array(z.object({ position: z.string(), low: z.string(), high: z.string(), whole: z.number() })),
  ),
  /** At most `ingestMaxDeals` a call. */
  deals: z.optional(
    z.array(
      z.object({
        ticket: z.string(),
        position: z.optional(z.string()),
        time: z.number(),
        /** Results booked apart from trades too; MetaTrader 5's own names are understood. */
        type: z.enum(["buy", "sell", ...operationKinds]),
        entry: z.optional(z.enum(["in", "out", "inout"])),
        symbol: z.optional(z.string()),
        volume: z.optional(z.string()),
        price: z.optional(z.string()),
        commission: z.optional(z.string()),
        fee: z.optional(z.string()),
        swap: z.optional(z.string()),
        profit: z.string(),
        magic: z.optional(z.string()),
        comment: z.optional(z.string()),
      }),
    ),
  ),
});
export type IngestBody = z.input<typeof ingestBody>;

export const ingestMaxBytes = 2 * 1024 * 1024;
export const ingestMaxDeals = 5_000;
export const ingestMaxPositions = 1_000;
export const ingestMaxExcursions = 2_000;

export const ingest = defineEndpoint({
  method: "POST",
  path: "/monitoring/ingest",
  access: "terminal",
  summary:
    "Receives a terminal's state and deals; a repeat changes nothing. The response says when to call next and from which deal",
  input: ingestBody,
  output: z.object({
    ok: z.literal(true),
    /** Seconds until the next call. */
    next_in: z.int(),
    /** Send deals from this ticket on, itself included; `0`: from the first. */
    deals_from: z.string(),
    /** Fields that could not be taken, by their place, such as `deals.3.profit`; the rest was. */
    refused: z.optional(z.record(z.string(), z.string())),
  }),
});
