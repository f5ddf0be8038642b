import type { ServerStatus } from "#contract/vps/status";

/** How the status of a server looks: its badge's tone. */
export const serverTone = {
  settingUp: "info",
  active: "positive",
  blocked: "warning",
  revoked: "neutral",
} as const satisfies Record<ServerStatus, string>;
