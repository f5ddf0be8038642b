import { lockOwnServer } from "#api/areas/vps/server/own-server";
import { onceFor } from "#api/calls/once";
import { verb } from "#api/calls/verb";
import * as contract from "#contract/vps/index";
import { extendServer } from "./extend-server";

export const renew = verb(contract.renew, (input, context) =>
  onceFor(context, "vps.renew", input, async (tx) => {
    const server = await lockOwnServer(tx, context.client.id, input.serverId);
    const { totalCents, paidUntil } = await extendServer(context, tx, server, input);
    return { totalCents, paidUntil: paidUntil.toISOString() };
  }),
);
