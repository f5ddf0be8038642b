import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#api/auth/sessions";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { cachePerRequest } from "#api/db/request-cache";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { isDirty } from "#api/modules/monitoring/history/dirty-ranges";
import { refreshForViewer } from "#api/modules/monitoring/history/refresh-remaining";
import { pausedAt } from "#api/modules/monitoring/subscription/periods";

export type Account = typeof accounts.$inferSelect;

/**
 * The version of an account's row: it changes with every write to it, and so with every change of its history
 * (docs/adr/0005).
 */
export const revision = sql<string>`${accounts}.xmin::text`;

const isOwn = (client: SignedIn, monitoringId: string) =>
  and(eq(accounts.monitoringId, monitoringId), eq(accounts.userId, client.id));

/**
 * Returns the client's own account by its public id, locked in `tx`. Throws 404 if it does not exist or is somebody
 * else's.
 */
export async function ownAccount(tx: Tx, client: SignedIn, monitoringId: string): Promise<Account> {
  const [row] = await tx.select().from(accounts).where(isOwn(client, monitoringId)).for("update");
  if (!row) throw new ApiError(404, "notFound");
  return row;
}

/** The same without a lock, for reads: they don't wait for a terminal's post or an import. */
export async function readOwnAccount(db: Database, client: SignedIn, monitoringId: string): Promise<Account> {
  const [row] = await db.select().from(accounts).where(isOwn(client, monitoringId));
  if (!row) throw new ApiError(404, "notFound");
  return row;
}

/** An account with the parts that a viewer may see. */
export type View = {
  account: Account;
  isPaused: boolean;
  isOwner: boolean;
  money: boolean;
  positions: boolean;
  number: boolean;
};

type VisibleAccount = { account: Account; isPaused: boolean };

/** Returns whether a client, or an anonymous viewer (null), may see an account's page. */
export const canView = (
  { userId, visibility }: Pick<Account, "userId" | "visibility">,
  clientId: string | null,
): boolean => userId === clientId || visibility !== "private";

const byAddress = preparedQuery((db: Database) =>
  db
    .select({ account: accounts, isPaused: pausedAt(sql.placeholder("now")) })
    .from(accounts)
    .where(eq(accounts.monitoringId, sql.placeholder("monitoringId"))),
);

/** Returns an account by its public id, aggregated up to its last deal. Throws 404 if this client may not see it. */
const loadVisibleAccount = cachePerRequest(
  "monitoring account",
  async (db: Database, monitoringId: string, userId: string | null, now: Date): Promise<VisibleAccount> => {
    const find = () => byAddress(db).execute({ monitoringId, now: now.toISOString() });
    const [row] = await find();
    if (!row || !canView(row.account, userId)) throw new ApiError(404, "notFound");
    const { account } = row;
    if (!isDirty(account)) return row;
    await refreshForViewer(db, account.id);
    return (await find())[0] ?? row;
  },
);

/** Returns what the viewer may see of an account. Throws 404 if it is not shared with them. */
export async function viewAccount(
  { db, clock, client }: Pick<Deps, "db" | "clock"> & { client: SignedIn | null },
  monitoringId: string,
): Promise<View> {
  const { account, isPaused } = await loadVisibleAccount(db, monitoringId, client?.id ?? null, clock.now());
  const isOwner = account.userId === client?.id;
  const { showMoney, showPositions, showNumber } = account;
  return {
    account,
    isPaused,
    isOwner,
    money: isOwner || showMoney,
    positions: isOwner || showPositions,
    number: isOwner || showNumber,
  };
}
