import { eq } from "drizzle-orm";
import { noteSecurityEvent } from "#api/auth/events";
import type { Database } from "#api/db/connect";
import { rates } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { ApiError } from "#api/lib/api-error";
import { ownServer } from "#api/modules/vps/server/own-server";
import * as contract from "#contract/vps/index";
import { asRequest, lockFreeServer } from "./control";
import { hasOpenOrder, orderMachine } from "./orders";

/** Returns the operating systems of the server's tariff. */
async function systemsOf(db: Database | Tx, rateId: string): Promise<string[]> {
  const [rate] = await db
    .select({ operatingSystems: rates.operatingSystems })
    .from(rates)
    .where(eq(rates.id, rateId));
  return rate?.operatingSystems ?? [];
}

export const reinstallState = handle(contract.reinstallState, async ({ serverId }, context) => {
  const { db, client, provisioner } = context;
  const { status, operatingSystem, rateId } = await ownServer(db, client.id, serverId);
  const [operatingSystems, isBusy] = await Promise.all([systemsOf(db, rateId), hasOpenOrder(db, serverId)]);
  return {
    status,
    isBusy,
    operatingSystem,
    operatingSystems,
    hasSnapshots: provisioner.snapshots !== null,
  };
});

export const reinstall = handle(contract.reinstall, ({ serverId, operatingSystem }, context) =>
  withIdempotencyKey(context, "vps.reinstall", { serverId, operatingSystem }, async (tx) => {
    const userId = context.client.id;
    const server = await lockFreeServer(tx, userId, serverId);
    if (!(await systemsOf(tx, server.rateId)).includes(operatingSystem))
      throw new ApiError(422, "invalidInput", {
        fields: { operatingSystem: "chooseOperatingSystem" },
      });
    await noteSecurityEvent(context, tx, { userId, kind: "serverReinstalled", subject: serverId });
    return asRequest(await orderMachine(context, tx, { serverId, kind: "reinstall", operatingSystem }));
  }),
);

export const resetServerPassword = handle(contract.resetServerPassword, ({ serverId }, context) =>
  withIdempotencyKey(context, "vps.resetPassword", { serverId }, async (tx) => {
    const userId = context.client.id;
    await lockFreeServer(tx, userId, serverId);
    await noteSecurityEvent(context, tx, { userId, kind: "serverPasswordReset", subject: serverId });
    return asRequest(await orderMachine(context, tx, { serverId, kind: "resetPassword" }));
  }),
);
