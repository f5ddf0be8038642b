import { firstRows } from "#api/calls/page-cut";
import { verb } from "#api/calls/verb";
import { balancesOf } from "#api/ledger/ledger";
import * as contract from "#contract/balance/index";
import { movementsPerPage } from "#contract/rules";
import { countMovements, findMovements } from "./movement-days";
import { histories } from "./movements";
import { postingsOf } from "./postings";
import { spanFor } from "./span";
import { describePosting } from "./words";

export const history = verb(contract.history, async ({ kind, page: asked, ...period }, context) => {
  const which = { userId: context.client.id, span: spanFor(period, context) };
  const total = await countMovements(context.db, which, kind);
  const pages = Math.max(1, Math.ceil(total / movementsPerPage));
  const page = Math.min(asked, pages);
  const before = (page - 1) * movementsPerPage;
  const limit = Math.min(movementsPerPage, total - before);
  const { span, cut } = await findMovements(context.db, which, kind, { before, limit });
  return {
    movements: await histories[kind].list(context, { ...which, span }, context.language, cut),
    page,
    pages,
    total,
  };
});

const latestCount = 10;

export const latest = verb(contract.latest, async (_input, { db, client, language }) => {
  const [balances, postings] = await Promise.all([
    balancesOf(db, client.id),
    postingsOf(db, client.id, {}, firstRows(latestCount)),
  ]);
  return {
    balanceCents: balances.main,
    movements: postings.map((posting) => ({
      id: String(posting.id),
      at: posting.at.toISOString(),
      amountCents: posting.amountCents,
      about: describePosting(posting, language),
    })),
  };
});
