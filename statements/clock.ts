import type { ZoneRule } from "./time-zone";
import { readZoneRule, utcOf } from "./time-zone";

/** Converts the time shown by a broker's clock (as if it were UTC, epoch milliseconds) to UTC. */
export type Clock = (shown: number) => number;

/** The time zone of a statement, as a rule, so that each row is converted by its own date. */
export type FileZone = ZoneRule;

/** Parses one of the contract's `statementZones`; an unknown value is UTC. */
export const readZone = (value: string): FileZone => readZoneRule(value) ?? { base: 0, summer: null };

/**
 * Returns the clock of a zone. The hour repeated or skipped by daylight saving time is on a Sunday, when no market is
 * open.
 */
export const clockOf =
  (zone: FileZone): Clock =>
  (shown) =>
    utcOf(zone, shown);
