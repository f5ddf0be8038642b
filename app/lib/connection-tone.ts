import type { ConnectionState } from "#contract/monitoring/index";

/** How the state of a terminal's connection looks: its badge's tone. */
export const connectionTone = {
  waiting: "info",
  connected: "positive",
  silent: "negative",
  paused: "warning",
} as const satisfies Record<ConnectionState, string>;
