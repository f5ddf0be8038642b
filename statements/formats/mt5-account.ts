/**
 * Returns the account data that a MetaTrader 5 report has in one cell, the same in every language: `12345 (USD,
 * Broker-Demo, demo, Hedge)`. A server's name may contain brackets. Null for other text.
 */
export function accountIn(cell: string): { number: string; details: string[] } | null {
  const [, number, inside = ""] = /^(\d\w*)\s*\(((?:[^()]|\([^()]*\))*)\)$/.exec(cell) ?? [];
  return number && inside.includes(",") ? { number, details: inside.split(",") } : null;
}
