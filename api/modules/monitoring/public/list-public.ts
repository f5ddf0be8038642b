import { and, asc, eq } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { users } from "#api/db/schema/users";
import { handle } from "#api/http/handle";
import { revision } from "#api/modules/monitoring/accounts/own-account";
import { daysFromTo } from "#contract/day";
import type { PublicQuery, PublicSort } from "#contract/monitoring/index";
import * as contract from "#contract/monitoring/index";
import { publicAccountsPerPage } from "#contract/rules";
import type { SortedCard } from "./compute-cards";
import { cachedCards, computeCards } from "./compute-cards";

type Listed = { name: string; server: string | null; mode: string | null; card: SortedCard | undefined };

const ageOf = (card: SortedCard | undefined): number | null =>
  card?.since && card.until ? daysFromTo(card.since, card.until) : null;

/** Returns whether an account matches the query. An unknown value does not satisfy a limit. */
function matchesQuery(query: PublicQuery, { name, server, mode, card }: Listed): boolean {
  const search = query.search.toLowerCase();
  return (
    [name, server ?? ""].some((text) => text.toLowerCase().includes(search)) &&
    (query.mode === "any" || mode === query.mode) &&
    (query.drawdown === undefined || (card?.drawdown ?? Number.POSITIVE_INFINITY) * 100 <= query.drawdown) &&
    (query.age === undefined || (ageOf(card) ?? 0) >= query.age)
  );
}

/** Sort values: larger is better; drawdown is negated because a smaller one is better. */
const worth: Record<PublicSort, (card: SortedCard | undefined) => number | null | undefined> = {
  growth: (card) => card?.growth,
  drawdown: (card) => (card?.drawdown == null ? null : -card.drawdown),
  age: ageOf,
  factor: (card) => card?.profitFactor,
};

/** Sorts the best first; accounts with unknown values come last in their original order. */
const bestFirst =
  (sort: PublicSort) =>
  (a: { card: SortedCard | undefined }, b: { card: SortedCard | undefined }): number => {
    const [first, second] = [worth[sort](a.card), worth[sort](b.card)];
    if (first == null || second == null) return Number(first == null) - Number(second == null);
    return second - first;
  };

/**
 * Lists only accounts that are `public` and whose owner may use monitoring (docs/adr/0010). At most seven queries,
 * regardless of the number of accounts.
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
  const { cached: cards, counted } = await cachedCards(db, listed, now);
  const matching = listed
    .map((account) => ({ ...account, card: cards.get(account.id) }))
    .filter((account) => matchesQuery(query, account))
    .sort(bestFirst(query.sort));
  const pages = Math.max(1, Math.ceil(matching.length / publicAccountsPerPage));
  const page = Math.min(query.page, pages);
  const pageAccounts = matching.slice((page - 1) * publicAccountsPerPage, page * publicAccountsPerPage);
  const older = pageAccounts.filter(({ id }) => !counted.has(id));
  const fresh = await computeCards(db, older, now);
  return {
    accounts: pageAccounts
      .map((account) => ({ ...account, card: fresh.get(account.id) ?? counted.get(account.id) }))
      // sorted by the figures shown, because the cached order may differ
      .sort(bestFirst(query.sort))
      .flatMap(({ monitoringId, name, server, mode, card }) =>
        card ? [{ monitoringId, name, server, mode, ...card }] : [],
      ),
    page,
    pages,
    total: matching.length,
    all: listed.length,
  };
});
