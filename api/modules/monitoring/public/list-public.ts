import { and, asc, eq } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { users } from "#api/db/schema/users";
import { handle } from "#api/http/handle";
import { revision } from "#api/modules/monitoring/accounts/own-account";
import * as contract from "#contract/monitoring/index";
import { publicAccountsPerPage } from "#contract/rules";
import { bestFirst, isAsked } from "./choose";
import { countCards, keptCards } from "./count-cards";

/**
 * Only accounts whose owner said `public`, and whose owner may use monitoring (docs/decisions/0178). Seven questions at most,
 * however many accounts there are.
 */
export const listPublic = handle(contract.publicAccounts, async (query, { db, clock }) => {
  const now = clock.now();
  const listed = await db
    .select({
      id: accounts.id,
      monitoringId: accounts.monitoringId,
      name: accounts.name,
      server: accounts.server,
      mode: accounts.mode,
      opening: accounts.opening,
      revision,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.visibility, "public"), eq(users.monitoringAllowed, true)))
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
  const kept = await keptCards(db, listed, now);
  const asked = listed
    .map((account) => ({ ...account, card: kept.get(account.id)?.card }))
    .filter((account) => isAsked(query, account))
    .sort(bestFirst(query.sort));
  const pages = Math.max(1, Math.ceil(asked.length / publicAccountsPerPage));
  const page = Math.min(query.page, pages);
  const shown = asked.slice((page - 1) * publicAccountsPerPage, page * publicAccountsPerPage);
  const older = shown.filter(({ id }) => kept.get(id)?.countedAt !== now.getTime());
  const fresh = await countCards(db, older, now);
  return {
    accounts: shown
      .map((account) => ({ ...account, card: fresh.get(account.id) ?? account.card }))
      // the best of what the page says, though what was kept may have said otherwise
      .sort(bestFirst(query.sort))
      .flatMap(({ monitoringId, name, server, mode, card }) =>
        card ? [{ monitoringId, name, server, mode, ...card }] : [],
      ),
    page,
    pages,
    total: asked.length,
    all: listed.length,
  };
});
