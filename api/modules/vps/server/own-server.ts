import { and, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import { findRate, machineOf, renewalMonthsOf } from "#api/modules/vps/rate/rates";
import { renewalPeriod } from "#api/modules/vps/renewal/renewal-rules";
import { openUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import * as contract from "#contract/vps/index";
import { rowOf } from "./list-servers";

export type Server = typeof servers.$inferSelect;

const isOwn = (userId: string, serverId: string) => and(eq(servers.id, serverId), eq(servers.userId, userId));

/** Returns a server of the client; throws the same 404 for another client's and a missing one. */
export async function ownServer(db: Database | Tx, userId: string, serverId: string): Promise<Server> {
  const [server] = await db.select().from(servers).where(isOwn(userId, serverId));
  if (!server) throw new ApiError(404, "notFound");
  return server;
}

/**
 * Like `ownServer`, locked until the transaction ends, so that payments, upgrades and orders of one server run one
 * after another.
 */
export async function lockOwnServer(tx: Tx, userId: string, serverId: string): Promise<Server> {
  const [server] = await tx.select().from(servers).where(isOwn(userId, serverId)).for("update");
  if (!server) throw new ApiError(404, "notFound");
  return server;
}

/** Locks a server for a job or an operator; null if there is none. */
export async function lockServer(tx: Tx, serverId: string): Promise<Server | null> {
  const [server] = await tx.select().from(servers).where(eq(servers.id, serverId)).for("update");
  return server ?? null;
}

export const changeComment = handle(
  contract.changeComment,
  async ({ serverId, comment = "" }, { db, client }) => {
    const server = await ownServer(db, client.id, serverId);
    await db.update(servers).set({ comment }).where(eq(servers.id, server.id));
    return { ok: true };
  },
);

export const getServer = handle(
  contract.getServer,
  async ({ serverId }, { db, client, clock, provisioner }) => {
    const [server, balances, upgrade] = await Promise.all([
      ownServer(db, client.id, serverId),
      balancesOf(db, client.id),
      openUpgrade(db, serverId),
    ]);
    const [rate, larger] = await Promise.all([
      findRate(db, server.rateId),
      upgrade && findRate(db, upgrade.toRateId),
    ]);
    const payable = larger ?? rate;
    return {
      ...rowOf(server),
      tariff: rate.name,
      rateId: rate.id,
      operatingSystem: server.operatingSystem,
      ...machineOf(rate),
      renewalMonths: renewalMonthsOf(payable, server.renewalMonths),
      periods: payable.periods.map((period) => ({
        ...period,
        paidUntil: renewalPeriod(server, period.months, clock.now()).until.toISOString(),
      })),
      balanceCents: balances.main,
      upgrade:
        upgrade && larger
          ? {
              id: upgrade.id,
              status: upgrade.status,
              rateId: larger.id,
              tariff: larger.name,
              startsAt: upgrade.startsAt.toISOString(),
              chargedCents: upgrade.chargedCents,
            }
          : null,
      isHeld: server.isHeld,
      hasSnapshots: provisioner.snapshots !== null,
    };
  },
);
