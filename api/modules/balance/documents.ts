import { and, eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import type { HandlerContext } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { firstRows } from "#api/http/pagination";
import { ApiError } from "#api/lib/api-error";
import { decimalAmount } from "#api/lib/csv";
import { formatMoney, formatTime } from "#api/lib/format";
import * as contract from "#contract/balance/index";
import { spanOf } from "#contract/period";
import { statementMaxLines } from "#contract/rules";
import { balanceText, describeJournalEntry } from "./balance-text";
import { ledgerSums } from "./ledger-days";
import { histories } from "./ledger-lines";
import { ledgerRowsOf } from "./ledger-rows";
import { ownerOf } from "./span";

type Context = Pick<HandlerContext<typeof contract.receipt>, "db" | "client" | "language">;

/** Returns additional lines of a deposit's receipt: the sum actually paid, and the transaction id. */
async function depositDetails(
  { db, client, language }: Context,
  id: string,
): Promise<{ name: string; value: string }[]> {
  const [deposit] = await db
    .select()
    .from(deposits)
    .where(and(eq(deposits.id, id), eq(deposits.userId, client.id)));
  if (!deposit) return [];
  const { costCents, sumCents, currency, txid, receivedAt } = deposit;
  const feeCents = costCents - sumCents;
  const cost =
    currency === "USD"
      ? formatMoney(costCents, language)
      : `${decimalAmount(costCents, language)} ${currency}`;
  return [
    ...(receivedAt
      ? [{ name: balanceText(language, "receivedAt"), value: formatTime(receivedAt.toISOString(), language) }]
      : []),
    { name: balanceText(language, "cost"), value: cost },
    ...(currency === "USD" && feeCents > 0
      ? [{ name: balanceText(language, "fee"), value: formatMoney(feeCents, language) }]
      : []),
    ...(txid ? [{ name: balanceText(language, "txid"), value: txid }] : []),
  ];
}

export const receipt = handle(contract.receipt, async ({ kind, receiptId }, context) => {
  const { db, client, language } = context;
  const [[ledgerLine], { name, email }] = await Promise.all([
    histories[kind].list(context, { userId: client.id, id: receiptId }, language, firstRows(1)),
    ownerOf(db, client.id),
  ]);
  if (!ledgerLine?.hasReceipt) throw new ApiError(404, "notFound");
  return {
    movement: ledgerLine,
    client: { name, email },
    facts: kind === "deposits" ? await depositDetails(context, receiptId) : [],
  };
});

/** Reads everything in one snapshot, so that the lines and the two balances add up whatever happens meanwhile. */
export const statement = handle(contract.statement, async (period, { db, client, clock, language }) => {
  const { name, email, createdAt } = await ownerOf(db, client.id);
  return transaction(
    db,
    async (tx) => {
      const span = spanOf(period, clock.now(), createdAt);
      const { count, openingCents } = await ledgerSums(tx, client.id, span);
      if (count > statementMaxLines) throw new ApiError(422, "statementTooLong");
      const rows = await ledgerRowsOf(tx, client.id, { span }, firstRows(statementMaxLines));
      let balanceCents = openingCents;
      const lines = rows.reverse().map((row) => {
        balanceCents += row.amountCents;
        const { id, at, amountCents } = row;
        return {
          id: String(id),
          at: at.toISOString(),
          about: describeJournalEntry(row, language),
          amountCents,
          balanceCents,
        };
      });
      const total = (sign: 1 | -1) =>
        lines.reduce((sum, { amountCents }) => (amountCents * sign > 0 ? sum + amountCents : sum), 0);
      return {
        client: { name, email },
        from: span.from.toISOString(),
        to: span.to.toISOString(),
        openingCents,
        inCents: total(1),
        outCents: total(-1),
        closingCents: balanceCents,
        lines,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
});
