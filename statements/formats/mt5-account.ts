/**
 * What a MetaTrader 5 report says of its account in one cell, in every language alike: `12345 (USD, Broker-Demo, demo, Hedge)`. A
 * server's name may have brackets of its own. Null for other text.
 */
export function accountIn(cell: string): { number: string; facts: string[] } | null {
  const [, number, inside = ""] = /^(\d\w*)\s*\(((?:[^()]|\([^()]*\))*)\)$/.exec(cell) ?? [];
  return number && inside.includes(",") ? { number, facts: inside.split(",") } : null;
}
