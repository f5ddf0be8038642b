import * as z from "zod/mini";
import { dayOf } from "#contract/day";
import { timeZone } from "#contract/fields";
import { tradesQuery } from "#contract/monitoring/index";
import type { Period } from "#contract/period";
import { periodNames, spanOf } from "#contract/period";

const querySchema = z.extend(tradesQuery, {
  period: z._default(z.catch(z.enum(periodNames), "all"), "all"),
  /** The clock that times are asked for in; what no clock is called is not asked for. */
  zone: z.catch(z.optional(z.union([z.literal("broker"), timeZone])), undefined),
  live: z.optional(z.catch(z.optional(z.literal("1")), undefined)),
});

export type PageQuery = z.output<typeof querySchema>;

/** What the page's address asks for; what can't be read is left out. Own dates need no `period=own`. */
export function readQuery(request: Request): PageQuery {
  const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const hasDates = Boolean(query.from || query.to);
  return query.period === "all" && hasDates ? { ...query, period: "own" } : query;
}

/** The whole days that the API is asked for; a preset ends today. */
export function daysOf({ period, from, to }: PageQuery, now: Date): { from?: string; to?: string } {
  if (period === "all") return {};
  const requested: Period = { period, ...(from && { from }), ...(to && { to }) };
  const span = spanOf(requested, now, new Date(0));
  if (period === "own") {
    const last = dayOf(new Date(span.to.getTime() - 1));
    return { ...(from && { from: dayOf(span.from) }), ...(to && { to: last }) };
  }
  return { from: dayOf(span.from) };
}
