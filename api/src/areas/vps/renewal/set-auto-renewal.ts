import { eq } from "drizzle-orm";
import { lockOwnServer } from "#api/areas/vps/server/own-server";
import { verb } from "#api/calls/verb";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { Refusal } from "#api/values/refusal";
import * as contract from "#contract/vps/index";
import { canAutoRenew } from "#contract/vps/status";

export const setAutoRenewal = verb(contract.setAutoRenewal, async ({ serverId, on }, { db, client }) => {
  await transaction(db, async (tx) => {
    const server = await lockOwnServer(tx, client.id, serverId);
    if (!canAutoRenew(server.status)) throw new Refusal(409, "serverRevoked");
    await tx.update(servers).set({ autoRenewal: on }).where(eq(servers.id, server.id));
  });
  return { ok: true };
});
