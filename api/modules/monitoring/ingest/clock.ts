import type { SeenOffset } from "#api/db/schema/monitoring";
import { dayMilliseconds } from "#contract/day";
import type { ZoneRule } from "#statements/time-zone";
import { isMarketClosed, offsetAt, readZoneRule, utcOf } from "#statements/time-zone";

/** What is known of a broker's clock. */
export type BrokerClock = {
  rule: ZoneRule | null;
  /** The client said which: nothing that a terminal sends changes it. */
  isChosen: boolean;
  /** Seconds, where no rule is known yet. */
  gmtOffset: number;
  offsets: SeenOffset[];
};

export type StoredClock = {
  zone: string | null;
  isZoneChosen: boolean;
  gmtOffset: number;
  offsets: SeenOffset[];
};

export const clockOf = ({ zone, isZoneChosen, gmtOffset, offsets }: StoredClock): BrokerClock => ({
  rule: zone === null ? null : readZoneRule(zone),
  isChosen: isZoneChosen,
  gmtOffset,
  offsets,
});

/** What the broker's clock showed, in UTC; both epoch milliseconds. */
export const toUtc = ({ rule, gmtOffset }: BrokerClock, shown: number): number =>
  rule ? utcOf(rule, shown) : shown - gmtOffset * 1000;

const offsetsKept = 24;
/** Clocks are set by an hour; what is more is a terminal whose own clock is wrong, or that took the time of its last tick for now. */
const jumpMax = 3600;

/**
 * The clock after a terminal said how far it is ahead of UTC. What the rule foretells confirms it. Another offset is believed while the
 * market is open and if it is an hour away at most: a terminal that starts on a weekend may take Friday's last tick for now.
 *
 * @returns `isNews`: the rule has to be found anew (`findZone`)
 */
export function heardOffset(
  clock: BrokerClock,
  sent: number | undefined,
  now: number,
): { clock: BrokerClock; isNews: boolean } {
  const same = { clock, isNews: false };
  if (sent === undefined || clock.isChosen) return same;
  const seconds = Math.round(sent / 900) * 900;
  const last = clock.offsets.at(-1);
  const isClosed = isMarketClosed(now);
  if (!last) {
    const offsets = isClosed ? [] : [{ from: now, until: now, seconds }];
    return {
      clock: { ...clock, gmtOffset: seconds, offsets },
      isNews: !isClosed || clock.gmtOffset !== seconds,
    };
  }
  if (isClosed) return same;
  const expected = clock.rule ? offsetAt(clock.rule, now) : last.seconds;
  if (seconds === last.seconds && seconds === expected) {
    if (now - last.until < dayMilliseconds) return same;
    return {
      clock: { ...clock, offsets: [...clock.offsets.slice(0, -1), { ...last, until: now }] },
      isNews: false,
    };
  }
  if (Math.abs(seconds - last.seconds) > jumpMax) return same;
  const offsets =
    seconds === last.seconds
      ? [...clock.offsets.slice(0, -1), { ...last, until: now }]
      : [...clock.offsets, { from: now, until: now, seconds }].slice(-offsetsKept);
  return { clock: { ...clock, gmtOffset: seconds, offsets }, isNews: seconds !== expected };
}
