import { eq } from "drizzle-orm";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { Refusal } from "#api/refusal";
import { verb } from "#api/verb";
import * as contract from "#contract/vps";
import { canAutoRenew } from "#contract/vps-status";
import { lockOwnServer } from "./own-server";

export const setAutoRenewal = verb(contract.setAutoRenewal, async ({ serverId, on }, { db, client }) => {
  await transaction(db, async (tx) => {
    const server = await lockOwnServer(tx, client.id, serverId);
    if (!canAutoRenew(server.status)) throw new Refusal(409, "serverRevoked");
    await tx.update(servers).set({ autoRenewal: on }).where(eq(servers.id, server.id));
  });
  return { ok: true };
});
