import type { HandlerContext } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { textStream } from "#api/http/text-stream";
import { csvHead, csvRows, csvTime, decimalAmount } from "#api/lib/csv";
import * as contract from "#contract/balance/index";
import type { HistoryKind } from "#contract/balance/ledger-lines";
import { balanceText } from "./balance-text";
import { countLedgerLines, findPage } from "./ledger-days";
import { histories } from "./ledger-lines";
import type { Span } from "./ledger-rows";
import { spanFor } from "./span";

const rowsAtOnce = 1_000;

/** Streams the history while reading it, so that a long one needs no memory. */
export const historyCsv = handle(contract.historyCsv, async ({ kind, ...period }, context) => {
  const { client, clock } = context;
  const which = { userId: client.id, span: spanFor(period, context) };
  const total = await countLedgerLines(context.db, which, kind);
  const name = `${kind}-${clock.now().toISOString().slice(0, 10)}.csv`;
  return new Response(textStream(tables(context, kind, which, total)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
});

type Context = Pick<HandlerContext<typeof contract.historyCsv>, "db" | "payments" | "language">;

/** Yields the table in chunks. Offsets count from the oldest row, so that new rows do not shift them. */
async function* tables(
  context: Context,
  kind: HistoryKind,
  which: { userId: string; span: Span | undefined },
  total: number,
) {
  const { db, language } = context;
  const t = (key: Parameters<typeof balanceText>[1]) => balanceText(language, key);
  yield csvHead(
    [`${t("date")} (UTC)`, t(`about_${kind}`), `${t("sumColumn")}, USD`, t("status"), t("receiptNumber")],
    language,
  );
  for (let done = 0; done < total; done += rowsAtOnce) {
    const now = await countLedgerLines(db, which, kind);
    const rows = { before: now - total + done, limit: Math.min(rowsAtOnce, total - done) };
    const { span, cut } = await findPage(db, which, kind, rows);
    const ledgerLines = await histories[kind].list(context, { ...which, span }, language, cut);
    yield csvRows(
      ledgerLines.map(({ at, about, amountCents, status, id }) => [
        csvTime(at),
        about,
        decimalAmount(amountCents, language),
        t(`status_${status}`),
        id,
      ]),
      language,
    );
  }
}
