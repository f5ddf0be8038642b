const accountFields = {
  server: "Broker-Live",
  currency: "USD",
  leverage: 100,
  mode: "real",
  gmt_offset: 0,
  build: 4410,
  ping: 21000,
};
export const now = () => Math.floor(Date.now() / 1000);

/** Returns deals of closed positions, ten minutes apart. */
export function dealsOf(first: number, count: number, from: number) {
  return Array.from({ length: count }, (_, index) => {
    const position = String(first + 2 * index);
    const commonFields = { position, symbol: "EURUSD", volume: "0.10", price: "1.10", commission: "-0.35" };
    const time = from + index * 600;
    return [
      { ...commonFields, ticket: position, time, type: "buy", entry: "in", profit: "0" },
      {
        ...commonFields,
        ticket: String(first + 1 + 2 * index),
        time: time + 300,
        type: "sell",
        entry: "out",
        profit: "1.00",
      },
    ];
  }).flat();
}

/** Returns the state of an account with a number of past trades, and two open positions that are tracked per tick. */
export function stateOf(account: string, trades: number, random: number) {
  const balance = 10_000 + trades * 0.3;
  const equity = (balance + random).toFixed(2);
  const open = ["900001", "900002"];
  const base = {
    symbol: "EURUSD",
    type: "buy",
    volume: "0.10",
    open_time: now() - 7200,
    open_price: "1.10",
    sl: "1.05",
    tp: "1.20",
  };
  return {
    v: 1,
    account,
    ...accountFields,
    time: now(),
    balance: balance.toFixed(2),
    equity,
    margin: "220.00",
    free_margin: equity,
    equity_low: (balance - 20).toFixed(2),
    equity_high: (balance + 20).toFixed(2),
    positions: open.map((ticket) => ({ ...base, ticket, swap: "0", profit: (random / 2).toFixed(2) })),
    excursions: open.map((position) => ({ position, low: "-20", high: String(random), whole: 1 })),
  };
}
