import type { BadgeFile } from "#app/paths";
import type { BadgeLook } from "#contract/monitoring/status";

/** File name of each badge. */
export const badgeFiles = {
  light: "badge.svg",
  dark: "badge-dark.svg",
  small: "badge-small.svg",
} as const satisfies Record<BadgeLook, BadgeFile>;
