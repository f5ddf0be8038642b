import fc from "fast-check";
import type { Decimal } from "#statements/decimal";
import { parseDecimal } from "#statements/decimal";
import type { BalanceOperation, Trade } from "#statements/types";
import type { History } from "./history";

/** Parses a decimal: `money("-17.08")`. */
export function money(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === null) throw new Error(`not a decimal: ${text}`);
  return value;
}

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 5);

export function trade(result: Decimal, number: number, more: Partial<Trade> = {}): Trade {
  const closeTime = start + number * hour;
  return {
    ticket: String(1000 + number),
    position: String(1000 + number),
    symbol: "EURUSD",
    side: number % 2 ? "short" : "long",
    volume: money("0.1"),
    openTime: closeTime - hour / 2,
    closeTime,
    openPrice: money("1.1"),
    closePrice: money("1.2"),
    profit: result,
    swap: 0n,
    commission: 0n,
    fee: 0n,
    taxes: 0n,
    final: true,
    ...more,
  };
}

export const operation = (
  amount: Decimal,
  number: number,
  type: BalanceOperation["type"] = "balance",
): BalanceOperation => ({
  ticket: String(1000 + number),
  time: start + number * hour,
  type,
  amount,
});

/** A deposit, then trades with these results, an hour apart. */
export function trading(
  deposit: string,
  results: string[],
): Pick<History, "trades" | "operations" | "snapshots"> {
  return {
    operations: [operation(money(deposit), 0)],
    trades: results.map((result, index) => trade(money(result), index + 1)),
    snapshots: [],
  };
}

const step = fc.record({
  kind: fc.constantFrom(
    ...([
      "trade",
      "trade",
      "trade",
      "trade",
      "balance",
      "credit",
      "correction",
      "interest",
      "charge",
    ] as const),
  ),
  cents: fc.integer({ min: -30_000, max: 40_000 }),
  hours: fc.integer({ min: 0, max: 60 }),
  held: fc.integer({ min: 0, max: 200 }),
});

/**
 * Arbitrary histories that begin with a deposit, often a small one, so that balances go below zero: wins, losses,
 * zeros, cash flows, charges.
 */
export const anyHistory = fc
  .tuple(fc.constantFrom("1000", "50"), fc.array(step, { maxLength: 60 }))
  .map(([deposit, steps]) => {
    const history = { trades: [] as Trade[], operations: [operation(money(deposit), 0)], snapshots: [] };
    let now = 0;
    for (const [index, { kind, cents, hours, held }] of steps.entries()) {
      now += hours;
      const ticket = String(2000 + index);
      const amount = BigInt(cents) * 1_000_000n;
      const closeTime = start + now * hour;
      if (kind === "trade")
        history.trades.push(
          trade(amount, now, { ticket, position: ticket, openTime: closeTime - held * hour }),
        );
      else history.operations.push({ ...operation(amount, now, kind), ticket });
    }
    return history;
  });
