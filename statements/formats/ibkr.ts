import type { Decimal } from "#statements/decimal";
import type { OperationKind } from "#statements/kinds";
import type { Place } from "#statements/problem";
import { excerpt, FileProblem } from "#statements/problem";
import type { Statement } from "#statements/statement";
import { emptyStatement } from "#statements/statement";
import { tradesOf } from "#statements/trades";
import type { Deal } from "#statements/types";
import { readComment, readSymbol } from "#statements/values";
import { withPositions } from "./binance";

/** An execution as in both of Interactive Brokers' exports; `realised` is after the commissions of both sides. */
export type Execution = {
  ticket: string;
  time: number;
  symbol: string;
  currency: string;
  /** Negative for a sale. */
  quantity: Decimal;
  price: Decimal;
  commission: Decimal;
  realised: Decimal;
  place: Place;
};

export type CashRow = {
  ticket: string;
  time: number;
  currency: string;
  /** The broker's name for it: `Deposits/Withdrawals`, `Dividends`. */
  type: string;
  amount: Decimal;
  comment: string;
  place: Place;
};

const kinds: readonly [RegExp, OperationKind][] = [
  [/deposit|withdrawal(?!.*tax)|transfer/i, "balance"],
  [/tax/i, "tax"],
  [/dividend|payment in lieu/i, "dividend"],
  [/interest/i, "interest"],
  [/commission/i, "commission"],
  [/fee/i, "charge"],
];

/**
 * Builds the statement of an Interactive Brokers account. A closing execution is a trade: its realised profit is
 * after both commissions, which are separated by matching executions from flat to flat.
 *
 * @throws FileProblem if rows are in more than one currency, since the file has no conversion rates.
 */
export function ibkrStatement(
  account: Statement["account"],
  executions: Execution[],
  cash: CashRow[],
): Statement {
  const statement = emptyStatement("ibkr");
  statement.account = account;
  for (const { currency, place } of [...executions, ...cash]) {
    statement.account.currency ??= currency;
    if (currency !== statement.account.currency)
      throw new FileProblem("importSeveralCurrencies", place, excerpt(currency));
  }
  const fills = executions.map(
    ({ ticket, time, symbol, quantity, price, commission, realised, place }): Deal => ({
      ticket,
      position: symbol,
      time,
      type: quantity > 0n ? "buy" : "sell",
      entry: "in",
      symbol: readSymbol(symbol, place),
      volume: quantity < 0n ? -quantity : quantity,
      price,
      commission,
      fee: 0n,
      swap: 0n,
      profit: realised,
    }),
  );
  const runs = withPositions(fills);
  statement.trades = runs.flatMap(tradesOf).map((trade) => ({
    ...trade,
    profit: trade.profit - trade.commission,
  }));
  statement.left.open = runs.filter((run) => !tradesOf(run).at(-1)?.final).length;
  statement.operations = cash.map(({ ticket, time, type, amount, comment }) => ({
    ticket,
    time,
    type: kinds.find(([pattern]) => pattern.test(type))?.[1] ?? "correction",
    amount,
    comment: readComment(comment),
  }));
  return statement;
}
