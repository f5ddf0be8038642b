import type { SeenOffset } from "#api/db/schema/monitoring";
import { dayMilliseconds } from "#contract/day";
import type { ZoneRule } from "#statements/time-zone";
import { isMarketClosed, offsetAt, readZoneRule, utcOf } from "#statements/time-zone";

/** State of a broker's clock. */
export type BrokerClock = {
  rule: ZoneRule | null;
  /** Chosen by the client: nothing that a terminal sends changes it. */
  isChosen: boolean;
  /** Seconds; used while no rule is known. */
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

/** Converts the time shown on the broker's clock to UTC; both epoch milliseconds. */
export const toUtc = ({ rule, gmtOffset }: BrokerClock, shown: number): number =>
  rule ? utcOf(rule, shown) : shown - gmtOffset * 1000;

const maxOffsets = 24;
/**
 * Clock changes are one hour, in seconds. A larger jump means that the terminal's own clock is wrong, or that it took
 * its last tick's time for the current time.
 */
const jumpMax = 3600;

/**
 * Updates the clock with the offset from UTC reported by a terminal. An offset that the rule predicts confirms it.
 * Another offset is accepted only while the market is open and if it differs by at most an hour: a terminal started
 * on a weekend may take Friday's last tick for the current time.
 *
 * @returns `isNews`: whether the rule has to be found again (`findTimeZone`)
 */
export function applyReportedOffset(
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
      : [...clock.offsets, { from: now, until: now, seconds }].slice(-maxOffsets);
  return { clock: { ...clock, gmtOffset: seconds, offsets }, isNews: seconds !== expected };
}
