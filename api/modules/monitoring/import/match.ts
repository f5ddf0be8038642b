import { formatDecimal } from "#statements/decimal";
import { groupBy } from "#statements/group-by";
import type { BalanceOperation, Trade } from "#statements/types";
import { resultOf } from "#statements/types";
import { Unused } from "../../../../statements/unused";

/** What is compared of an entry: enough to know it under another ticket. */
export type Entry = {
  ticket: string;
  /** Whether the ticket is the number that the platform gave it (`hasPlatformTickets`): what has another is something else. */
  isPlatformTicket: boolean;
  time: number;
  facts: string;
};

type OfTrade = Pick<Trade, "ticket" | "symbol" | "side" | "volume" | "closeTime"> & { result: bigint };

export const entryOfTrade = (trade: OfTrade, isPlatformTicket: boolean): Entry => ({
  ticket: trade.ticket,
  isPlatformTicket,
  time: trade.closeTime,
  facts: [trade.symbol.toLowerCase(), trade.side, trade.volume, formatDecimal(trade.result, 2)].join("|"),
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
  facts: [type, formatDecimal(amount, 2)].join("|"),
});

const minute = 60_000;
const hour = 60 * minute;

/** Whether two times may be the same moment: sites cut seconds, and a broker's clock is an hour off for half of a year. */
export const sameMoment = (a: number, b: number): boolean => {
  const apart = Math.abs(a - b);
  return apart <= minute || Math.abs(apart - hour) <= minute;
};

/** A position is not closed in more parts; what has more under one ticket is known by its facts alone, which are found faster. */
const partsAtMost = 1_000;

/** How an entry of a file may be a known one of its ticket, the surest first. */
const readings: readonly ((a: Entry, b: Entry) => boolean)[] = [
  (a, b) => a.facts === b.facts && sameMoment(a.time, b.time),
  (a, b) => a.facts === b.facts && isClockApart(a.time, b.time),
  (a, b) => isSameThing(a, b) && sameMoment(a.time, b.time),
];

/**
 * Which of the entries of a file are known already: those with a known ticket that say the same, and those that say the same under
 * another ticket at the same moment, unless both tickets are the platform's own (docs/adr/0025). Each known entry answers for one
 * of the file only, so equal trades are not swallowed, nor the parts of a position that its table lists under one number.
 */
export function matchEntries(file: Entry[], known: Entry[]): Set<Entry> {
  const byTicket = groupBy(known, ({ ticket }) => plainTicket(ticket));
  const found = new Set<Entry>();
  const used = new Set<Entry>();
  const sameTicket = file.flatMap((entry) => {
    const parts = byTicket.get(plainTicket(entry.ticket)) ?? [];
    return parts.length > 0 && parts.length <= partsAtMost ? [{ entry, parts }] : [];
  });
  for (const isMeant of readings) {
    for (const { entry, parts } of sameTicket) {
      if (found.has(entry)) continue;
      const same = parts.find((one) => !used.has(one) && isMeant(entry, one));
      if (!same) continue;
      found.add(entry);
      used.add(same);
    }
  }
  const left = known.filter((entry) => !used.has(entry));
  const ofOthers = unusedByFacts(left.filter(({ isPlatformTicket }) => !isPlatformTicket));
  const ofPlatform = unusedByFacts(left.filter(({ isPlatformTicket }) => isPlatformTicket));
  for (const entry of file) {
    if (found.has(entry)) continue;
    const alike = [
      ofOthers.get(entry.facts),
      entry.isPlatformTicket ? undefined : ofPlatform.get(entry.facts),
    ];
    const nearest = nearestOf(alike, entry.time);
    if (!nearest) continue;
    found.add(entry);
    nearest.of.use(nearest.index);
  }
  return found;
}

function unusedByFacts(entries: Entry[]): Map<string, Unused> {
  const byFacts = groupBy(
    entries.toSorted((a, b) => a.time - b.time),
    ({ facts }) => facts,
  );
  return new Map([...byFacts].map(([facts, same]) => [facts, new Unused(same.map(({ time }) => time))]));
}

type Found = { of: Unused; index: number };

/** The unused moment that is nearest to another among those that may be that moment, the earlier of two that are as near. */
function nearestOf(lists: (Unused | undefined)[], time: number): Found | undefined {
  const nearest = (spans: readonly Span[]) => {
    let best: Found | undefined;
    for (const of of lists) {
      if (!of) continue;
      for (const [from, to, end] of spans) {
        const index = of[end](time + from, time + to);
        const apart = (found: Found) => Math.abs(found.of.timeOf(found.index) - time);
        if (index !== -1 && (!best || apart({ of, index }) < apart(best))) best = { of, index };
      }
    }
    return best;
  };
  return nearest(sameClock) ?? nearest(otherClock);
}

/** From when to when, both from the moment that is looked for, and which end of it is the nearer one. */
type Span = readonly [from: number, to: number, nearer: "first" | "last"];
const sameClock: readonly Span[] = [
  [-minute, 0, "last"],
  [0, minute, "first"],
];
const otherClock: readonly Span[] = [
  [-hour - minute, -hour + minute, "last"],
  [hour - minute, hour + minute, "first"],
];

/** Whether two times may be one that was read on the clocks of two zones: whole half hours apart, and not more than a day. */
function isClockApart(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  const rest = apart % (hour / 2);
  return apart <= 26 * hour && Math.min(rest, hour / 2 - rest) <= minute;
}

/** The same ticket may mean different things: a site's position number can be a terminal's deal number. */
function isSameThing(a: Entry, b: Entry): boolean {
  const [symbol, side] = a.facts.split("|");
  const [otherSymbol, otherSide] = b.facts.split("|");
  return symbol === otherSymbol && side === otherSide;
}

/** What `freeTickets` puts before a ticket: `i`, from the second on `i2_`; long ago one more `i` each time. */
const renamed = /^i(\d+_|i*)/;
const plainTicket = (ticket: string) => ticket.replace(renamed, "") || ticket;

/** Gives entries whose ticket is taken by something else a ticket that says where it is from, and takes it. */
export function freeTickets(taken: Set<string>): (ticket: string) => string {
  const counts = new Map<string, number>();
  return (ticket) => {
    let free = ticket;
    for (let count = counts.get(ticket) ?? 0; taken.has(free); ) {
      count += 1;
      free = count === 1 ? `i${ticket}` : `i${count}_${ticket}`;
      counts.set(ticket, count);
    }
    taken.add(free);
    return free;
  };
}
