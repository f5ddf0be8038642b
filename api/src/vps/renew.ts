import { onceFor } from "#api/balance/once";
import { verb } from "#api/verb";
import * as contract from "#contract/vps";
import { extendServer } from "./extend-server";
import { lockOwnServer } from "./own-server";

export const renew = verb(contract.renew, (input, context) =>
  onceFor(context, "vps.renew", input, async (tx) => {
    const server = await lockOwnServer(tx, context.client.id, input.serverId);
    const { totalCents, paidUntil } = await extendServer(context, tx, server, input);
    return { totalCents, paidUntil: paidUntil.toISOString() };
  }),
);
