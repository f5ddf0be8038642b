import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { lockOwnServer } from "#api/modules/vps/server/own-server";
import * as contract from "#contract/vps/index";
import { extendServer } from "./extend-server";

export const renew = handle(contract.renew, (input, context) =>
  withIdempotencyKey(context, "vps.renew", input, async (tx) => {
    const server = await lockOwnServer(tx, context.client.id, input.serverId);
    const { totalCents, paidUntil } = await extendServer(context, tx, server, input);
    return { totalCents, paidUntil: paidUntil.toISOString() };
  }),
);
