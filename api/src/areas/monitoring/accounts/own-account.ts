import { and, eq } from "drizzle-orm";
import { refresh } from "#api/areas/monitoring/history/refresh";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { SignedIn } from "#api/identity/sessions";
import { Refusal } from "#api/values/refusal";

export type Account = typeof accounts.$inferSelect;

const own = (client: SignedIn, address: string) =>
  and(eq(accounts.address, address), eq(accounts.userId, client.id));

/** The client's own account by its page's address, locked in `tx`. 404 for a foreign one as for none. */
export async function ownAccount(tx: Tx, client: SignedIn, address: string): Promise<Account> {
  const [row] = await tx.select().from(accounts).where(own(client, address)).for("update");
  if (!row) throw new Refusal(404, "notFound");
  return row;
}

/** The same for those who only look: they don't wait for a terminal's call or an import. */
export async function seeOwnAccount(db: Database, client: SignedIn, address: string): Promise<Account> {
  const [row] = await db.select().from(accounts).where(own(client, address));
  if (!row) throw new Refusal(404, "notFound");
  return row;
}

/** What of an account a reader may see. */
export type View = {
  account: Account;
  isOwner: boolean;
  money: boolean;
  positions: boolean;
  number: boolean;
};

/** The account behind an address for whoever asks, summed up to its last deal. 404 where it is not shared with them. */
export async function viewAccount(db: Database, client: SignedIn | null, address: string): Promise<View> {
  const find = async () => (await db.select().from(accounts).where(eq(accounts.address, address)))[0];
  let account = await find();
  const isOwner = account !== undefined && account.userId === client?.id;
  if (!account || !(isOwner || account.visibility !== "private")) throw new Refusal(404, "notFound");
  if (isStale(account)) {
    const { id } = account;
    await transaction(db, (tx) => refresh(tx, id));
    account = (await find()) ?? account;
  }
  const { showMoney, showPositions, showNumber } = account;
  return {
    account,
    isOwner,
    money: isOwner || showMoney,
    positions: isOwner || showPositions,
    number: isOwner || showNumber,
  };
}

export const isStale = ({ staleFrom, equityStaleFrom, coverageStaleFrom }: Account) =>
  staleFrom !== null || equityStaleFrom !== null || coverageStaleFrom !== null;
