import type { Trade } from "#statements/types";

/** Number of trades by source, and how many were seen open or changed. */
export type TradeSources = { file: number; key: number; server: number; seenOpen: number; changed: number };
export const noTradeSources: TradeSources = { file: 0, key: 0, server: 0, seenOpen: 0, changed: 0 };

export function tradeSourcesOf({ origin }: Pick<Trade, "origin">): TradeSources {
  if (!origin) return noTradeSources;
  const { via, isSeenOpen, isChanged } = origin;
  return { ...noTradeSources, [via]: 1, seenOpen: isSeenOpen ? 1 : 0, changed: isChanged ? 1 : 0 };
}

export const combineTradeSources = (a: TradeSources, b: TradeSources): TradeSources => ({
  file: a.file + b.file,
  key: a.key + b.key,
  server: a.server + b.server,
  seenOpen: a.seenOpen + b.seenOpen,
  changed: a.changed + b.changed,
});
