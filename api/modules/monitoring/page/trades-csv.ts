import { and, asc, eq, gt, lte } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import { handle } from "#api/http/handle";
import { textStream } from "#api/http/text-stream";
import { csvLines } from "#api/lib/csv";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { viewAccount } from "#api/modules/monitoring/accounts/own-account";
import { tradeNumbers } from "#api/modules/monitoring/history/period";
import { placesOf } from "#contract/monitoring/currency";
import * as contract from "#contract/monitoring/index";
import { formatDecimal, formatExact, parseDecimal } from "#statements/decimal";
import { tradeOf } from "./list-trades";
import { openingOf } from "./opening-balance";
import { originOf } from "./provenance";
import { periodFigures } from "./read-statistics";

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

type Table = { columns: readonly string[]; first: Record<string, unknown>; money: boolean };

/**
 * Streams the CSV while it is read, so that a long history needs little memory. Its first row is not a trade: it has
 * the opening and the provenance sentence.
 */
export const tradesCsv = handle(contract.tradesCsv, async ({ monitoringId, from, to }, context) => {
  const { db, clock, language } = context;
  const { account, money } = await viewAccount(context, monitoringId);
  const period = { from: from ?? null, to: to ?? null };
  const [numbers, figures, opening] = await Promise.all([
    tradeNumbers(db, account.id, period),
    periodFigures(db, account, period, clock.now()),
    openingOf(db, account, period),
  ]);
  const { text } = await originOf(db, account, period, figures, { language, money });
  const lines = linesOf(db, account, numbers, {
    columns: money
      ? [...withMoney, "source", "balance", "mae", "mfe", "note"]
      : [...always, "source", "note"],
    first: {
      closedAt: opening?.at.toISOString(),
      source: "opening",
      balance: figures.values.opening,
      note: text,
    },
    money,
  });
  const body = textStream(lines);
  const name = `trades-${account.monitoringId}.csv`;
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
  { before, last }: { before: number; last: number },
  { columns, first, money }: Table,
) {
  yield csvLines([[...columns], written(columns, first)]);
  for (let seq = before; seq < last; seq += rowsAtOnce) {
    const condition = and(
      eq(trades.accountId, accountId),
      gt(trades.seq, seq),
      lte(trades.seq, Math.min(last, seq + rowsAtOnce)),
    );
    const rows = await db.select().from(trades).where(condition).orderBy(asc(trades.seq));
    const places = placesOf(currency);
    const data = rows.map((row) =>
      written(columns, {
        ...tradeOf(row, money, places),
        balance: row.balanceBefore === null ? null : formatDecimal(row.balanceBefore + row.result, places),
      }),
    );
    yield csvLines(data);
  }
}

/** Writes small fractions in full: spreadsheets in some languages do not parse 1e-8 as a number. */
const written = (columns: readonly string[], row: Record<string, unknown>) =>
  columns.map((column) => {
    const value = row[column];
    return typeof value === "number" ? formatExact(parseDecimal(value) ?? 0n) : (value ?? "");
  });
