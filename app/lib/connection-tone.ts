import type { ConnectionState } from "#contract/monitoring/index";

/** How the state of a terminal's connection looks: its badge's tone. */
export const connectionTone = {
  waiting: "waiting",
  connected: "positive",
  silent: "warning",
  paused: "neutral",
} as const satisfies Record<ConnectionState, string>;
