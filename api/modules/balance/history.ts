import type { Database } from "#api/db/connect";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import * as contract from "#contract/balance/index";
import type { Language } from "#contract/languages";
import { movementsPerPage } from "#contract/rules";
import type { Movements } from "./ledger-days";
import { findMovements } from "./ledger-days";
import { histories, statusOf } from "./ledger-lines";
import type { Posting, Span } from "./postings";
import { postingsOf } from "./postings";
import { spanFor } from "./span";
import { describeJournalEntry } from "./words";

type Which = { userId: string; span: Span | undefined };

/** Returns the rows of a page, anywhere in a history; a page number past the end returns the last page. */
async function pageOf(db: Database, which: Which, movements: Movements, requestedPage: number) {
  const at = { before: (requestedPage - 1) * movementsPerPage, limit: movementsPerPage };
  const { total, before, ...where } = await findMovements(db, which, movements, at);
  const pages = Math.max(1, Math.ceil(total / movementsPerPage));
  return { page: before / movementsPerPage + 1, pages, total, ...where };
}

export const history = handle(contract.history, async ({ kind, page: requestedPage, ...period }, context) => {
  const which = { userId: context.client.id, span: spanFor(period, context) };
  const { span, cut, ...place } = await pageOf(context.db, which, kind, requestedPage);
  return {
    movements: await histories[kind].list(context, { ...which, span }, context.language, cut),
    ...place,
  };
});

export const operations = handle(contract.operations, async ({ page: requestedPage, ...period }, context) => {
  const { db, client, language } = context;
  const which = { userId: client.id, span: spanFor(period, context) };
  const list = async () => {
    const { span, cut, ...place } = await pageOf(context.db, which, "all", requestedPage);
    const postings = await postingsOf(db, client.id, { span }, cut);
    return { movements: postings.map((posting) => operationOf(posting, language)), ...place };
  };
  const [balances, found] = await Promise.all([balancesOf(db, client.id), list()]);
  return { balanceCents: balances.main, ...found };
});

function operationOf(posting: Posting, language: Language): contract.Operation {
  const { id, at, amountCents, balanceCents } = posting;
  const about = describeJournalEntry(posting, language);
  const status = statusOf(posting);
  return {
    id: String(id),
    at: at.toISOString(),
    about,
    amountCents,
    balanceCents,
    status,
    receipt: receiptOf(posting),
  };
}

/** Returns the receipt of a ledger line. A deposit has its order's; a line that belongs to no history has none. */
function receiptOf({ id, kind, history: of, referenceId }: Posting): contract.Operation["receipt"] {
  if (of !== "other") return { kind: of, id: String(id) };
  return kind === "deposit" ? { kind: "deposits", id: referenceId } : null;
}
