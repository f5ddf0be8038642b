import type { SeenOffset } from "#api/db/schema/monitoring";
import type { ZoneRule } from "#statements/time-zone";
import { isMarketClosed, offsetAt, utcOf } from "#statements/time-zone";

/** A deal as evidence: its time on the broker's clock, and its symbol. */
export type ShownDeal = { symbol: string; shown: number };

const minute = 60_000;
/** Deals are booked a little after the market closes. */
const slack = 10 * minute;
const newYorkClose = 120;

/**
 * Finds the rule of a broker's clock from the offsets seen and the history: among the rules that match these offsets,
 * the one with the fewest deals in hours when no market is open. On a tie, the most common one: New York's close,
 * otherwise a fixed offset.
 */
export function findTimeZone(offsets: SeenOffset[], deals: ShownDeal[]): ZoneRule | null {
  const last = offsets.at(-1);
  if (!last) return null;
  const matches = (rule: ZoneRule, { from, until, seconds }: SeenOffset) =>
    offsetAt(rule, from) === seconds && offsetAt(rule, until) === seconds;
  const summers = ["US", "EU"] as const;
  const possible: ZoneRule[] = [
    { base: last.seconds / 60, summer: null },
    ...summers.map((summer) => ({
      base: (last.seconds - (offsetAt({ base: 0, summer }, last.until) ? 3600 : 0)) / 60,
      summer,
    })),
  ];
  const agreeing = possible.filter((rule) => offsets.every((seen) => matches(rule, seen)));
  const rules = (agreeing.length > 0 ? agreeing : possible.filter((rule) => matches(rule, last))).sort(
    (a, b) => rank(a) - rank(b),
  );
  const evidence = withoutWeekendTraders(deals, rules);
  const misfits = (rule: ZoneRule) =>
    evidence.filter(({ shown }) => {
      const utc = utcOf(rule, shown);
      return isMarketClosed(utc - slack) && isMarketClosed(utc + slack);
    }).length;
  return (
    rules
      .map((rule) => ({ rule, misfits: misfits(rule) }))
      .reduce<{ rule: ZoneRule; misfits: number } | null>(
        (best, one) => (best === null || one.misfits < best.misfits ? one : best),
        null,
      )?.rule ?? null
  );
}

const rank = ({ base, summer }: ZoneRule) =>
  summer === "US" && base === newYorkClose ? 0 : summer === null ? 1 : summer === "EU" ? 2 : 3;

/**
 * Removes the symbols that also trade on weekends, such as cryptocurrencies and some indices: they say nothing about
 * when a week begins.
 */
function withoutWeekendTraders(deals: ShownDeal[], [rule]: ZoneRule[]): ShownDeal[] {
  if (!rule) return [];
  const open = new Set<string>();
  for (const { symbol, shown } of deals) {
    const at = new Date(utcOf(rule, shown));
    const isSaturday = at.getUTCDay() === 6 && at.getUTCHours() >= 6;
    if (isSaturday || (at.getUTCDay() === 0 && at.getUTCHours() < 12)) open.add(symbol);
  }
  return deals.filter(({ symbol }) => !open.has(symbol));
}
