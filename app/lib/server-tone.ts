import type { ServerStatus } from "#contract/vps/status";

/** The badge tone of each server status. */
export const serverTone = {
  settingUp: "info",
  active: "positive",
  blocked: "warning",
  revoked: "neutral",
} as const satisfies Record<ServerStatus, string>;
