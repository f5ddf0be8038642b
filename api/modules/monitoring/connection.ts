import type { ConnectionState } from "#contract/monitoring/index";
import { missedIntervals } from "#contract/rules";

/** Seconds between two calls of a terminal that has sent all its history. */
export const interval = 60;
/** While it still sends history. */
export const busyInterval = 2;
/** While its account is paused. */
export const pausedInterval = 3600;

/** What the connection of an account is to be called. */
export function connectionState(
  { heardAt }: { heardAt: Date | null },
  isPaused: boolean,
  now: Date,
): ConnectionState {
  if (isPaused) return "paused";
  if (!heardAt) return "waiting";
  return now.getTime() - heardAt.getTime() > missedIntervals * interval * 1000 ? "silent" : "connected";
}
