import type { ConnectionState } from "#contract/monitoring/index";

/** The badge tone of each connection state of a terminal. */
export const connectionTone = {
  waiting: "waiting",
  connected: "positive",
  silent: "warning",
  paused: "neutral",
} as const satisfies Record<ConnectionState, string>;
