import type { Database } from "#api/db/connect";
import { cachePerOwner } from "#api/lib/cache";
import type { Listed } from "#api/modules/monitoring/accounts/overviews";
import { loadOverviews } from "#api/modules/monitoring/accounts/overviews";
import { spansOf } from "#api/modules/monitoring/page/span";
import { dayOf } from "#contract/day";
import type { PublicAccount } from "#contract/monitoring/index";

/** What the list says of an account besides who it is. */
export type Card = Omit<PublicAccount, "monitoringId" | "name" | "server" | "mode">;

/** The cards of these accounts, from the sums that their pages add up too: three questions at most, however many they are. */
export async function countCards(
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

type CachedCard = { card: Card; countedAt: number };

/** So long an account keeps its place in the list; what a page of the list shows is always of the moment. */
const keptMilliseconds = 60_000;
/** A call counts so many anew at most, those first that were never counted. */
const countedAtOnce = 500;

const cacheOf = cachePerOwner<CachedCard>({ maxEntries: 50_000 });

/**
 * Cards to sort and to choose by, at most a minute old, of all these accounts; an account that was not counted yet has none. What
 * may be listed is not kept: that is asked each time.
 */
export async function keptCards<A extends Listed>(
  db: Database,
  accounts: readonly A[],
  now: Date,
): Promise<Map<string, CachedCard>> {
  const cache = cacheOf(db);
  const cached = new Map(
    accounts.flatMap(({ id }): [string, CachedCard][] => {
      const known = cache.get(id);
      return known ? [[id, known]] : [];
    }),
  );
  const age = ({ id }: A) => now.getTime() - (cached.get(id)?.countedAt ?? Number.NEGATIVE_INFINITY);
  const due = accounts
    .filter((account) => age(account) >= keptMilliseconds)
    .sort((a, b) => Number(cached.has(a.id)) - Number(cached.has(b.id)) || age(b) - age(a))
    .slice(0, countedAtOnce);
  for (const [id, card] of await countCards(db, due, now)) {
    const counted = { card, countedAt: now.getTime() };
    cache.set(id, counted);
    cached.set(id, counted);
  }
  return cached;
}
