import { setTimeout as pause } from "node:timers/promises";

/** Waits so long, or until the signal is aborted; at once where it is already. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  pause(milliseconds, undefined, { signal }).catch(() => undefined);
