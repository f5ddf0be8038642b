import { eq } from "drizzle-orm";
import { servers } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { ApiError } from "#api/lib/api-error";
import { lockOwnServer } from "#api/modules/vps/server/own-server";
import * as contract from "#contract/vps/index";
import { canAutoRenew } from "#contract/vps/status";
import { extendServer } from "./extend-server";

export const renew = handle(contract.renew, (input, context) =>
  withIdempotencyKey(context, "vps.renew", input, async (tx) => {
    const server = await lockOwnServer(tx, context.client.id, input.serverId);
    const { totalCents, paidUntil } = await extendServer(context, tx, server, input);
    return { totalCents, paidUntil: paidUntil.toISOString() };
  }),
);

export const setAutoRenewal = handle(contract.setAutoRenewal, async ({ serverId, on }, { db, client }) => {
  await transaction(db, async (tx) => {
    const server = await lockOwnServer(tx, client.id, serverId);
    if (!canAutoRenew(server.status)) throw new ApiError(409, "serverRevoked");
    await tx.update(servers).set({ autoRenewal: on }).where(eq(servers.id, server.id));
  });
  return { ok: true };
});
