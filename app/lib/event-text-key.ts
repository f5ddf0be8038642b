import type { SecurityEventKind } from "#contract/security/events";

/** Returns the key of an event of an account in `activity.json`: `eventPasswordChanged`. */
export const eventTextKey = (kind: SecurityEventKind) =>
  `event${kind[0]?.toUpperCase()}${kind.slice(1)}` as `event${Capitalize<SecurityEventKind>}`;
