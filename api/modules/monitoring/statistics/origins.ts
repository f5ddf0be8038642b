import type { Trade } from "#statements/types";

/** Number of trades by source, and how many were seen open or changed. */
export type Origins = { file: number; key: number; server: number; seenOpen: number; changed: number };
export const noOrigins: Origins = { file: 0, key: 0, server: 0, seenOpen: 0, changed: 0 };

export function originsOf({ origin }: Pick<Trade, "origin">): Origins {
  if (!origin) return noOrigins;
  const { via, isSeenOpen, isChanged } = origin;
  return { ...noOrigins, [via]: 1, seenOpen: isSeenOpen ? 1 : 0, changed: isChanged ? 1 : 0 };
}

export const joinOrigins = (a: Origins, b: Origins): Origins => ({
  file: a.file + b.file,
  key: a.key + b.key,
  server: a.server + b.server,
  seenOpen: a.seenOpen + b.seenOpen,
  changed: a.changed + b.changed,
});
