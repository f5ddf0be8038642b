import { eq } from "drizzle-orm";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { lockOwnServer } from "#api/modules/vps/server/own-server";
import * as contract from "#contract/vps/index";
import { canAutoRenew } from "#contract/vps/status";

export const setAutoRenewal = handle(contract.setAutoRenewal, async ({ serverId, on }, { db, client }) => {
  await transaction(db, async (tx) => {
    const server = await lockOwnServer(tx, client.id, serverId);
    if (!canAutoRenew(server.status)) throw new ApiError(409, "serverRevoked");
    await tx.update(servers).set({ autoRenewal: on }).where(eq(servers.id, server.id));
  });
  return { ok: true };
});
