import * as z from "zod/mini";
import { dayOf } from "#contract/day";
import { timeZone } from "#contract/fields";
import { tradesQuery } from "#contract/monitoring/index";
import type { Period } from "#contract/period";
import { periodNames, spanOf } from "#contract/period";

const querySchema = z.extend(tradesQuery, {
  period: z._default(z.catch(z.enum(periodNames), "all"), "all"),
  /** Time zone of the times shown; an unknown zone is ignored. */
  zone: z.catch(z.optional(z.union([z.literal("broker"), timeZone])), undefined),
  live: z.optional(z.catch(z.optional(z.literal("1")), undefined)),
});

export type PageQuery = z.output<typeof querySchema>;

/** Returns the query in the page's URL; invalid values are ignored. Custom dates don't need `period=own`. */
export function readQuery(request: Request): PageQuery {
  const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const hasDates = Boolean(query.from || query.to);
  return query.period === "all" && hasDates ? { ...query, period: "own" } : query;
}

/** Returns the whole days to request from the API; a preset ends today. */
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
