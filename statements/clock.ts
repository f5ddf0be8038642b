import type { ZoneRule } from "./time-zone";
import { readZoneRule, utcOf } from "./time-zone";

/** Turns what a broker's clock showed (as if it were UTC, epoch milliseconds) into UTC. */
export type Clock = (shown: number) => number;

/** The zone that a statement is written in: a rule, so that each row is put right by its own day. */
export type FileZone = ZoneRule;

/** Reads one of the contract's `statementZones`; anything unknown is UTC. */
export const readZone = (value: string): FileZone => readZoneRule(value) ?? { base: 0, summer: null };

/** The clock of a zone. The hour that a change of clocks repeats or skips is on a Sunday, when no market is open. */
export const clockOf =
  (zone: FileZone): Clock =>
  (shown) =>
    utcOf(zone, shown);
