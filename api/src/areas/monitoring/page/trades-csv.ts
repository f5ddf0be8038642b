import { and, asc, eq, gt, lte } from "drizzle-orm";
import type { Account } from "#api/areas/monitoring/accounts/own-account";
import { viewAccount } from "#api/areas/monitoring/accounts/own-account";
import { tradeNumbers } from "#api/areas/monitoring/history/period";
import { streamOf } from "#api/calls/stream-of";
import { verb } from "#api/calls/verb";
import type { Database } from "#api/db/connect";
import { monitoringTrades as trades } from "#api/db/schema/monitoring";
import { csvLines } from "#api/values/csv";
import { formatExact, parseDecimal } from "#api/values/decimal";
import { placesOf } from "#contract/monitoring/currency";
import * as contract from "#contract/monitoring/index";
import { tradeOf } from "./list-trades";

const rowsAtOnce = 2_000;
const always = [
  "ticket",
  "symbol",
  "side",
  "openedAt",
  "closedAt",
  "openPrice",
  "closePrice",
  "resultPercent",
] as const;
const withMoney = [...always.slice(0, 3), "volume", ...always.slice(3), "swap", "costs", "result"] as const;

/** Sent in pieces while it is read, so that a long history needs no memory. */
export const tradesCsv = verb(contract.tradesCsv, async ({ id, from, to }, context) => {
  const { db } = context;
  const { account, money } = await viewAccount(context, id);
  const { before, last } = await tradeNumbers(db, account.id, { from: from ?? null, to: to ?? null });
  const columns: readonly string[] = [...(money ? withMoney : always), "source"];
  const body = streamOf(linesOf(db, account, before, last, columns, money));
  const name = `trades-${account.address}.csv`;
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
});

async function* linesOf(
  db: Database,
  { id: accountId, currency }: Account,
  before: number,
  last: number,
  columns: readonly string[],
  money: boolean,
) {
  yield csvLines([[...columns]]);
  for (let seq = before; seq < last; seq += rowsAtOnce) {
    const where = and(
      eq(trades.accountId, accountId),
      gt(trades.seq, seq),
      lte(trades.seq, Math.min(last, seq + rowsAtOnce)),
    );
    const rows = await db.select().from(trades).where(where).orderBy(asc(trades.seq));
    const data = rows.map((row) => {
      const trade: Record<string, unknown> = tradeOf(row, money, placesOf(currency));
      return columns.map((column) => written(trade[column]));
    });
    yield csvLines(data);
  }
}

/** A small fraction is written out: 1e-8 is no number to a spreadsheet of another language. */
const written = (value: unknown) =>
  typeof value === "number" ? formatExact(parseDecimal(value) ?? 0n) : (value ?? "");
