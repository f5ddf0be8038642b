import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { operationKinds } from "#statements/kinds";

/**
 * What a terminal posts. `api/modules/monitoring/ingest/` parses the body more leniently than a schema can express:
 * numbers may be strings, times may be epoch seconds or `YYYY.MM.DD HH:MM:SS` in the broker's time, a trailing NUL is
 * allowed, and so is any Content-Type.
 */
export const ingestBody = z.object({
  v: z.literal(1),
  /** Alternative to `Authorization: Bearer`. */
  key: z.optional(z.string()),
  account: z.string(),
  server: z.optional(z.string()),
  currency: z.optional(z.string()),
  leverage: z.optional(z.number()),
  mode: z.optional(z.enum(["demo", "real", "contest"])),
  /** The broker's local time, and its offset from UTC in seconds (positive if ahead). */
  time: z.optional(z.number()),
  gmt_offset: z.optional(z.number()),
  balance: z.optional(z.string()),
  equity: z.optional(z.string()),
  margin: z.optional(z.string()),
  free_margin: z.optional(z.string()),
  credit: z.optional(z.string()),
  /** The lowest and the highest equity since the last accepted request, by tick. */
  equity_low: z.optional(z.string()),
  equity_high: z.optional(z.string()),
  /** The terminal's build, and its last ping to the broker in microseconds. */
  build: z.optional(z.number()),
  ping: z.optional(z.number()),
  /** All open positions; if omitted, the known ones stay. */
  positions: z.optional(
    z.array(
      z.object({
        ticket: z.string(),
        /** The position id in its deals, if it differs from the ticket. */
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
   * The lowest and the highest floating result (profit and swap) of each position since its opening, by tick;
   * including positions closed since the last accepted request. `whole` is 1 if nothing was missed.
   */
  excursions: z.optional(
    z.array(z.object({ position: z.string(), low: z.string(), high: z.string(), whole: z.number() })),
  ),
  /** At most `ingestMaxDeals` per request. */
  deals: z.optional(
    z.array(
      z.object({
        ticket: z.string(),
        position: z.optional(z.string()),
        time: z.number(),
        /** Includes results booked apart from trades; MetaTrader 5's own names are accepted. */
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
    /** Seconds until the next request. */
    next_in: z.int(),
    /** The ticket from which to send deals, inclusive; `0` means from the first. */
    deals_from: z.string(),
    /** Rejected fields by path, such as `deals.3.profit`; all others were accepted. */
    refused: z.optional(z.record(z.string(), z.string())),
  }),
});
