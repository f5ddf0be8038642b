import { setTimeout as pause } from "node:timers/promises";

/** Waits for this time, or until the signal is aborted; returns immediately if it already is. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  pause(milliseconds, undefined, { signal }).catch(() => undefined);
