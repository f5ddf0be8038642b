import { eq } from "drizzle-orm";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { verb } from "#api/http/verb";
import { Refusal } from "#api/lib/refusal";
import { lockOwnServer } from "#api/modules/vps/server/own-server";
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
