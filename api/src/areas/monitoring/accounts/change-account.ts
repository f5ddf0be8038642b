import { and, eq } from "drizzle-orm";
import { verb } from "#api/calls/verb";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { servers } from "#api/db/schema/vps";
import { errorCode, transaction } from "#api/db/transaction";
import { tokenHash } from "#api/values/hash";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/monitoring/index";
import { ownAccount } from "./own-account";

const ok = { ok: true } as const;

export const editAccount = verb(contract.editAccount, async ({ id, name, serverId }, { db, client }) => {
  await transaction(db, async (tx) => {
    const account = await ownAccount(tx, client, id);
    if (serverId) {
      const own = and(eq(servers.id, serverId), eq(servers.userId, client.id));
      const [server] = await tx.select({ id: servers.id }).from(servers).where(own);
      if (!server) throw new Refusal(422, "invalidInput", { fields: { serverId: "serverUnknown" } });
    }
    // left out: stays; empty: none
    const tied = serverId === undefined ? account.serverId : serverId || null;
    await tx.update(accounts).set({ name, serverId: tied }).where(eq(accounts.id, account.id));
  });
  return ok;
});

export const deleteAccount = verb(contract.deleteAccount, async ({ id }, { db, client }) => {
  await transaction(db, async (tx) => {
    const account = await ownAccount(tx, client, id);
    await tx.delete(accounts).where(eq(accounts.id, account.id));
  });
  return ok;
});

export const replaceKey = verb(contract.replaceKey, async ({ id, activationKey }, { db, client }) => {
  await transaction(db, async (tx) => {
    const account = await ownAccount(tx, client, id);
    await tx
      .update(accounts)
      .set({ keyHash: tokenHash(activationKey) })
      .where(eq(accounts.id, account.id));
  }).catch((error: unknown) => {
    if (errorCode(error) !== "23505") throw error;
    throw new Refusal(422, "activationKeyTaken", { fields: { activationKey: "activationKeyTaken" } });
  });
  return ok;
});

export const setSharing = verb(contract.setSharing, async ({ id, visibility, ...shown }, { db, client }) => {
  await transaction(db, async (tx) => {
    const account = await ownAccount(tx, client, id);
    const { showMoney = false, showPositions = false, showNumber = false } = shown;
    await tx
      .update(accounts)
      .set({ visibility, showMoney, showPositions, showNumber })
      .where(eq(accounts.id, account.id));
  });
  return ok;
});

export const setCurrencyDisplay = verb(
  contract.setCurrencyDisplay,
  async ({ id, currencyDisplay }, { db, client }) => {
    await transaction(db, async (tx) => {
      const account = await ownAccount(tx, client, id);
      await tx.update(accounts).set({ currencyDisplay }).where(eq(accounts.id, account.id));
    });
    return ok;
  },
);

export const replaceAddress = verb(contract.replaceAddress, async ({ id }, { db, client, ids }) => {
  const address = ids.id();
  await transaction(db, async (tx) => {
    const account = await ownAccount(tx, client, id);
    await tx.update(accounts).set({ address }).where(eq(accounts.id, account.id));
  });
  return { id: address };
});
