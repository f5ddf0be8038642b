import type { ConnectionState } from "#contract/monitoring/index";
import { missedIntervals } from "#contract/rules";

/** Seconds between two posts of a terminal that has sent all its history. */
export const interval = 60;
/** While it still sends history, in seconds. */
export const busyInterval = 2;
/** While its account is paused, in seconds. */
export const pausedInterval = 3600;

/** Returns the connection state of an account. */
export function connectionState(
  { heardAt }: { heardAt: Date | null },
  isPaused: boolean,
  now: Date,
): ConnectionState {
  if (isPaused) return "paused";
  if (!heardAt) return "waiting";
  return now.getTime() - heardAt.getTime() > missedIntervals * interval * 1000 ? "silent" : "connected";
}
