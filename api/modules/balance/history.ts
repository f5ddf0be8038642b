import type { Database } from "#api/db/connect";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import * as contract from "#contract/balance/index";
import type { Language } from "#contract/languages";
import { ledgerLinesPerPage } from "#contract/rules";
import { describeJournalEntry } from "./balance-text";
import type { HistoryScope } from "./ledger-days";
import { findPage } from "./ledger-days";
import { histories, statusOf } from "./ledger-lines";
import type { LedgerRow, Span } from "./ledger-rows";
import { ledgerRowsOf } from "./ledger-rows";
import { spanFor } from "./span";

type Which = { userId: string; span: Span | undefined };

/** Returns the rows of a page, anywhere in a history; a page number past the end returns the last page. */
async function pageOf(db: Database, which: Which, scope: HistoryScope, requestedPage: number) {
  const at = { before: (requestedPage - 1) * ledgerLinesPerPage, limit: ledgerLinesPerPage };
  const { total, before, ...where } = await findPage(db, which, scope, at);
  const pages = Math.max(1, Math.ceil(total / ledgerLinesPerPage));
  return { page: before / ledgerLinesPerPage + 1, pages, total, ...where };
}

export const history = handle(contract.history, async ({ kind, page: requestedPage, ...period }, context) => {
  const which = { userId: context.client.id, span: spanFor(period, context) };
  const { span, cut, ...pagination } = await pageOf(context.db, which, kind, requestedPage);
  return {
    movements: await histories[kind].list(context, { ...which, span }, context.language, cut),
    ...pagination,
  };
});

export const operations = handle(contract.operations, async ({ page: requestedPage, ...period }, context) => {
  const { db, client, language } = context;
  const which = { userId: client.id, span: spanFor(period, context) };
  const list = async () => {
    const { span, cut, ...pagination } = await pageOf(context.db, which, "all", requestedPage);
    const rows = await ledgerRowsOf(db, client.id, { span }, cut);
    return { movements: rows.map((row) => operationOf(row, language)), ...pagination };
  };
  const [balances, found] = await Promise.all([balancesOf(db, client.id), list()]);
  return { balanceCents: balances.main, ...found };
});

function operationOf(row: LedgerRow, language: Language): contract.Operation {
  const { id, at, amountCents, balanceCents } = row;
  const about = describeJournalEntry(row, language);
  const status = statusOf(row);
  return {
    id: String(id),
    at: at.toISOString(),
    about,
    amountCents,
    balanceCents,
    status,
    receipt: receiptOf(row),
  };
}

/** Returns the receipt of a ledger line. A deposit has its order's; a line that belongs to no history has none. */
function receiptOf({ id, kind, history: of, referenceId }: LedgerRow): contract.Operation["receipt"] {
  if (of !== "other") return { kind: of, receiptId: String(id) };
  return kind === "deposit" ? { kind: "deposits", receiptId: referenceId } : null;
}
