import { formatDecimal } from "#statements/decimal";
import { groupBy } from "#statements/group-by";
import type { BalanceOperation, Trade } from "#statements/types";
import { resultOf } from "#statements/types";
import { UnusedTimes } from "#statements/unused-times";

/** The fields of an entry that are compared, enough to recognize it under another ticket. */
export type Entry = {
  ticket: string;
  /**
   * Whether the ticket is the platform's own number (`hasPlatformTickets`); two different platform tickets are two
   * different entries.
   */
  isPlatformTicket: boolean;
  time: number;
  fingerprint: string;
};

type OfTrade = Pick<Trade, "ticket" | "symbol" | "side" | "volume" | "closeTime"> & { result: bigint };

export const entryOfTrade = (trade: OfTrade, isPlatformTicket: boolean): Entry => ({
  ticket: trade.ticket,
  isPlatformTicket,
  time: trade.closeTime,
  fingerprint: [trade.symbol.toLowerCase(), trade.side, trade.volume, formatDecimal(trade.result, 2)].join(
    "|",
  ),
});

export const tradeEntry = (trade: Trade, isPlatformTicket: boolean): Entry =>
  entryOfTrade({ ...trade, result: resultOf(trade) }, isPlatformTicket);

export const operationEntry = (
  { ticket, time, type, amount }: Pick<BalanceOperation, "ticket" | "time" | "type" | "amount">,
  isPlatformTicket: boolean,
): Entry => ({
  ticket,
  isPlatformTicket,
  time,
  fingerprint: [type, formatDecimal(amount, 2)].join("|"),
});

const minute = 60_000;
const hour = 60 * minute;

/**
 * Returns whether two times may be the same moment: sites cut seconds, and a broker's clock is an hour off for half
 * of the year.
 */
export const sameMoment = (a: number, b: number): boolean => {
  const apart = Math.abs(a - b);
  return apart <= minute || Math.abs(apart - hour) <= minute;
};

/**
 * Maximum number of parts in which a position closes. Larger groups under one ticket are matched by facts only, which
 * is faster.
 */
const maxParts = 1_000;

/** Ways in which an entry of a file may match a known one with its ticket, the most reliable first. */
const readings: readonly ((a: Entry, b: Entry) => boolean)[] = [
  (a, b) => a.fingerprint === b.fingerprint && sameMoment(a.time, b.time),
  (a, b) => a.fingerprint === b.fingerprint && isClockApart(a.time, b.time),
  (a, b) => hasSameSymbolAndSide(a, b) && sameMoment(a.time, b.time),
];

/**
 * Returns the entries of a file that are known already: those with a known ticket and the same facts, and those with
 * the same facts and time under another ticket, unless both tickets are the platform's own (docs/adr/0025). Each
 * known entry matches only one of the file, so equal trades are not lost, nor the parts of a position that its table
 * lists under one number.
 */
export function matchEntries(file: Entry[], existing: Entry[]): Set<Entry> {
  const byTicket = groupBy(existing, ({ ticket }) => plainTicket(ticket));
  const matched = new Set<Entry>();
  const used = new Set<Entry>();
  const sameTicket = file.flatMap((entry) => {
    const parts = byTicket.get(plainTicket(entry.ticket)) ?? [];
    return parts.length > 0 && parts.length <= maxParts ? [{ entry, parts }] : [];
  });
  for (const isMatch of readings) {
    for (const { entry, parts } of sameTicket) {
      if (matched.has(entry)) continue;
      const same = parts.find((one) => !used.has(one) && isMatch(entry, one));
      if (!same) continue;
      matched.add(entry);
      used.add(same);
    }
  }
  const left = existing.filter((entry) => !used.has(entry));
  const ofOthers = unusedByFingerprint(left.filter(({ isPlatformTicket }) => !isPlatformTicket));
  const ofPlatform = unusedByFingerprint(left.filter(({ isPlatformTicket }) => isPlatformTicket));
  for (const entry of file) {
    if (matched.has(entry)) continue;
    const alike = [
      ofOthers.get(entry.fingerprint),
      entry.isPlatformTicket ? undefined : ofPlatform.get(entry.fingerprint),
    ];
    const nearest = nearestOf(alike, entry.time);
    if (!nearest) continue;
    matched.add(entry);
    nearest.of.use(nearest.index);
  }
  return matched;
}

function unusedByFingerprint(entries: Entry[]): Map<string, UnusedTimes> {
  const byFingerprint = groupBy(
    entries.toSorted((a, b) => a.time - b.time),
    ({ fingerprint }) => fingerprint,
  );
  return new Map(
    [...byFingerprint].map(([fingerprint, same]) => [
      fingerprint,
      new UnusedTimes(same.map(({ time }) => time)),
    ]),
  );
}

type Match = { of: UnusedTimes; index: number };

/**
 * Returns the unused entry nearest to a time among those that may be the same moment; of two equally near the
 * earlier.
 */
function nearestOf(lists: (UnusedTimes | undefined)[], time: number): Match | undefined {
  const nearest = (spans: readonly Span[]) => {
    let best: Match | undefined;
    for (const of of lists) {
      if (!of) continue;
      for (const [from, to, end] of spans) {
        const index = of[end](time + from, time + to);
        const apart = (found: Match) => Math.abs(found.of.timeOf(found.index) - time);
        if (index !== -1 && (!best || apart({ of, index }) < apart(best))) best = { of, index };
      }
    }
    return best;
  };
  return nearest(sameClock) ?? nearest(otherClock);
}

/** Interval relative to the time searched for, and which of its ends is nearer. */
type Span = readonly [from: number, to: number, nearer: "first" | "last"];
const sameClock: readonly Span[] = [
  [-minute, 0, "last"],
  [0, minute, "first"],
];
const otherClock: readonly Span[] = [
  [-hour - minute, -hour + minute, "last"],
  [hour - minute, hour + minute, "first"],
];

/**
 * Returns whether two times may be one moment read on clocks of two time zones: whole half hours apart, and not more
 * than 26 hours.
 */
function isClockApart(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  const rest = apart % (hour / 2);
  return apart <= 26 * hour && Math.min(rest, hour / 2 - rest) <= minute;
}

/**
 * Returns whether two entries have the same symbol and side. The same ticket may mean different things: a site's
 * position number can be a terminal's deal number.
 */
function hasSameSymbolAndSide(a: Entry, b: Entry): boolean {
  const [symbol, side] = a.fingerprint.split("|");
  const [otherSymbol, otherSide] = b.fingerprint.split("|");
  return symbol === otherSymbol && side === otherSide;
}

/**
 * The prefix that `freeTickets` puts before a ticket: `i`, from the second on `i2_`; formerly one more `i` each time.
 */
const renamed = /^i(\d+_|i*)/;
const plainTicket = (ticket: string) => ticket.replace(renamed, "") || ticket;

/**
 * Returns a function that gives entries whose ticket is taken a free ticket with a prefix that marks the import, and
 * reserves it.
 */
export function freeTickets(usedTickets: Set<string>): (ticket: string) => string {
  const counts = new Map<string, number>();
  return (ticket) => {
    let free = ticket;
    for (let count = counts.get(ticket) ?? 0; usedTickets.has(free); ) {
      count += 1;
      free = count === 1 ? `i${ticket}` : `i${count}_${ticket}`;
      counts.set(ticket, count);
    }
    usedTickets.add(free);
    return free;
  };
}
