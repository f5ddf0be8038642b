import { count, eq } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { users } from "#api/db/schema/users";
import { errorCode, transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { encryptField } from "#api/lib/encryption";
import { sha256Hex } from "#api/lib/hash";
import { availableAccounts } from "#api/modules/monitoring/subscription/periods";
import * as contract from "#contract/monitoring/index";
import { keyContext } from "./connect-account";

const uniqueViolation = "23505";

export const newActivationKey = handle(contract.newActivationKey, async (_input, { ids }) => ({
  activationKey: ids.secret(),
}));

export const createAccount = handle(contract.createAccount, async ({ number, name, activationKey }, deps) => {
  const { db, clock, ids, client } = deps;
  const monitoringId = ids.id();
  await transaction(db, async (tx) => {
    // lock the client's row, so that two concurrent requests can't both take the last slot
    await tx.select({ id: users.id }).from(users).where(eq(users.id, client.id)).for("update");
    const [used] = await tx.select({ count: count() }).from(accounts).where(eq(accounts.userId, client.id));
    if ((used?.count ?? 0) >= (await availableAccounts(tx, client.id, clock.now())))
      throw new ApiError(422, "subscriptionFull");
    const id = ids.id();
    const row = {
      id,
      userId: client.id,
      createdAt: clock.now(),
      monitoringId,
      number,
      name,
      keyHash: sha256Hex(activationKey),
      encryptedKey: encryptField(deps, keyContext(id), activationKey),
    };
    await tx.insert(accounts).values(row);
  }).catch((error: unknown) => {
    throw errorCode(error) === uniqueViolation ? conflictError(error) : error;
  });
  return { monitoringId };
});

/** Returns the error for the unique value that was taken: key or number. */
export function conflictError(error: unknown): ApiError {
  const text = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause);
  return text.includes("monitoring_accounts_key")
    ? new ApiError(422, "activationKeyTaken", { fields: { activationKey: "activationKeyTaken" } })
    : new ApiError(422, "accountNumberTaken", { fields: { number: "accountNumberTaken" } });
}
