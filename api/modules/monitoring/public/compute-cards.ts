import type { Database } from "#api/db/connect";
import { cachePerOwner } from "#api/lib/cache";
import type { Listed } from "#api/modules/monitoring/accounts/overviews";
import { loadOverviews } from "#api/modules/monitoring/accounts/overviews";
import { spansOf } from "#api/modules/monitoring/page/span";
import { dayOf } from "#contract/day";
import type { PublicAccount } from "#contract/monitoring/index";

/** The listed data of an account besides its identity. */
export type Card = Omit<PublicAccount, "monitoringId" | "name" | "server" | "mode">;

/**
 * Returns the cards of these accounts, from the same sums as their pages; at most three queries, regardless of the
 * number of accounts.
 */
export async function computeCards(
  db: Database,
  accounts: readonly Listed[],
  now: Date,
): Promise<Map<string, Card>> {
  if (accounts.length === 0) return new Map();
  const [overviews, spans] = await Promise.all([loadOverviews(db, accounts, now), spansOf(db, accounts)]);
  return new Map(
    [...overviews].map(([id, { values, line, trades }]) => {
      const span = spans.get(id);
      return [
        id,
        {
          since: span ? dayOf(span.first) : null,
          until: span ? dayOf(span.last) : null,
          line,
          growth: values.growth ?? null,
          drawdown: values.relative_drawdown?.percent ?? null,
          profitFactor: values.profit_factor ?? null,
          trades,
        },
      ];
    }),
  );
}

/** The fields by which lists are sorted and filtered. The line, most of a card's bytes, is only for display. */
export type SortedCard = Omit<Card, "line">;
type CachedCard = { card: SortedCard; countedAt: number };

/** An account keeps its place in the list this long; the figures shown on a page of the list are always current. */
const cacheTtlMs = 60_000;
/** Maximum number of accounts recounted per request, accounts never counted first. */
const countedAtOnce = 500;

/** Room for about 40,000 accounts. */
const cacheOf = cachePerOwner<CachedCard>({ name: "cards of shared accounts", maxBytes: 24 * 2 ** 20 });

/**
 * Returns cards to sort and filter by, at most a minute old, and the full cards that were counted now. An account not
 * counted yet has none. Whether an account may be listed is not cached but checked on each request.
 */
export async function cachedCards<A extends Listed>(
  db: Database,
  accounts: readonly A[],
  now: Date,
): Promise<{ cached: Map<string, SortedCard>; counted: Map<string, Card> }> {
  const cache = cacheOf(db);
  const cached = new Map(
    accounts.flatMap(({ id }): [string, CachedCard][] => {
      const known = cache.get(id);
      return known ? [[id, known]] : [];
    }),
  );
  const age = ({ id }: A) => now.getTime() - (cached.get(id)?.countedAt ?? Number.NEGATIVE_INFINITY);
  const due = accounts
    .filter((account) => age(account) >= cacheTtlMs)
    .sort((a, b) => Number(cached.has(a.id)) - Number(cached.has(b.id)) || age(b) - age(a))
    .slice(0, countedAtOnce);
  const counted = await computeCards(db, due, now);
  for (const [id, { line: _, ...card }] of counted) {
    const entry = { card, countedAt: now.getTime() };
    cache.set(id, entry);
    cached.set(id, entry);
  }
  return { cached: new Map([...cached].map(([id, { card }]) => [id, card])), counted };
}
