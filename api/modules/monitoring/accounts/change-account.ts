import { and, eq } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringImports as imports } from "#api/db/schema/monitoring-notices";
import { servers } from "#api/db/schema/vps";
import { errorCode, transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { encryptField } from "#api/lib/encryption";
import { sha256Hex } from "#api/lib/hash";
import { removeFilesOf } from "#api/queue/remove-files";
import * as contract from "#contract/monitoring/index";
import { keyContext } from "./connect-account";
import { ownAccount } from "./own-account";

const ok = { ok: true } as const;

export const editAccount = handle(
  contract.editAccount,
  async ({ monitoringId, name, serverId }, { db, client }) => {
    await transaction(db, async (tx) => {
      const account = await ownAccount(tx, client, monitoringId);
      if (serverId) {
        const own = and(eq(servers.id, serverId), eq(servers.userId, client.id));
        const [server] = await tx.select({ id: servers.id }).from(servers).where(own);
        if (!server) throw new ApiError(422, "invalidInput", { fields: { serverId: "serverUnknown" } });
      }
      // undefined: unchanged; empty: none
      const tied = serverId === undefined ? account.serverId : serverId || null;
      await tx.update(accounts).set({ name, serverId: tied }).where(eq(accounts.id, account.id));
    });
    return ok;
  },
);

export const deleteAccount = handle(contract.deleteAccount, async ({ monitoringId }, { db, client }) => {
  await transaction(db, async (tx) => {
    const account = await ownAccount(tx, client, monitoringId);
    const deletedImports = await tx
      .delete(imports)
      .where(eq(imports.accountId, account.id))
      .returning({ fileId: imports.fileId });
    await tx.delete(accounts).where(eq(accounts.id, account.id));
    await removeFilesOf(
      tx,
      deletedImports.map(({ fileId }) => fileId),
    );
  });
  return ok;
});

export const replaceKey = handle(contract.replaceKey, async ({ monitoringId, activationKey }, deps) => {
  const { db, client } = deps;
  await transaction(db, async (tx) => {
    const { id, firstHeardAt } = await ownAccount(tx, client, monitoringId);
    const encryptedKey = firstHeardAt ? null : encryptField(deps, keyContext(id), activationKey);
    await tx
      .update(accounts)
      .set({ keyHash: sha256Hex(activationKey), encryptedKey })
      .where(eq(accounts.id, id));
  }).catch((error: unknown) => {
    if (errorCode(error) !== "23505") throw error;
    throw new ApiError(422, "activationKeyTaken", { fields: { activationKey: "activationKeyTaken" } });
  });
  return ok;
});

export const setSharing = handle(
  contract.setSharing,
  async ({ monitoringId, visibility, ...shown }, { db, client }) => {
    await transaction(db, async (tx) => {
      const account = await ownAccount(tx, client, monitoringId);
      const { showMoney = false, showPositions = false, showNumber = false } = shown;
      await tx
        .update(accounts)
        .set({ visibility, showMoney, showPositions, showNumber })
        .where(eq(accounts.id, account.id));
    });
    return ok;
  },
);

export const setCurrencyDisplay = handle(
  contract.setCurrencyDisplay,
  async ({ monitoringId, currencyDisplay }, { db, client }) => {
    await transaction(db, async (tx) => {
      const account = await ownAccount(tx, client, monitoringId);
      await tx.update(accounts).set({ currencyDisplay }).where(eq(accounts.id, account.id));
    });
    return ok;
  },
);

export const replaceAddress = handle(
  contract.replaceAddress,
  async ({ monitoringId }, { db, client, ids }) => {
    const next = ids.id();
    await transaction(db, async (tx) => {
      const account = await ownAccount(tx, client, monitoringId);
      await tx.update(accounts).set({ monitoringId: next }).where(eq(accounts.id, account.id));
    });
    return { monitoringId: next };
  },
);
