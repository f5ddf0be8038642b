import { and, eq } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { decryptField } from "#api/lib/encryption";
import { connectionState } from "#api/modules/monitoring/connection";
import { pausedAt } from "#api/modules/monitoring/subscription/periods";
import * as contract from "#contract/monitoring/index";

/** Returns the place to which an account's encrypted activation key is bound. */
export const keyContext = (accountId: string) => `activation key of ${accountId}`;

export const connectAccount = handle(contract.connectAccount, async ({ monitoringId }, deps) => {
  const { db, clock, client } = deps;
  const now = clock.now();
  const [row] = await db
    .select({ account: accounts, isPaused: pausedAt(now) })
    .from(accounts)
    .where(and(eq(accounts.monitoringId, monitoringId), eq(accounts.userId, client.id)));
  if (!row) throw new ApiError(404, "notFound");
  const { id, number, name, heardAt, firstHeardAt, encryptedKey } = row.account;
  return {
    number,
    name,
    state: connectionState(row.account, row.isPaused, now),
    heardAt: heardAt?.toISOString() ?? null,
    activationKey: encryptedKey && !firstHeardAt ? decryptField(deps, keyContext(id), encryptedKey) : null,
  };
});
