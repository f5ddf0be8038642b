import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { servers } from "#api/db/schema/vps";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import type { MaintenanceRow } from "#api/modules/vps/maintenance/shown-maintenance";
import { isShownAt, maintenanceColumns, maintenanceOf } from "#api/modules/vps/maintenance/shown-maintenance";
import { findRate, machineOf, renewalMonthsOf } from "#api/modules/vps/rate/rates";
import { renewalPeriod } from "#api/modules/vps/renewal/renewal-rules";
import { openUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import * as contract from "#contract/vps/index";
import { rowOf } from "./list-servers";
import { ownServer } from "./own-server";

export const getServer = handle(
  contract.getServer,
  async ({ serverId }, { db, client, clock, provisioner, language }) => {
    const [{ server, maintenance }, balances, upgrade] = await Promise.all([
      serverWithMaintenance(db, client.id, serverId, clock.now()),
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
      maintenance: maintenance && maintenanceOf(maintenance, language),
    };
  },
);

/** Returns a server of the client with its next maintenance, in one query. @throws {ApiError} 404 */
async function serverWithMaintenance(db: Database, userId: string, serverId: string, now: Date) {
  const [row] = await db
    .select({
      server: servers,
      maintenance: sql<MaintenanceRow | null>`(select to_jsonb(shown) from (
        select ${maintenanceColumns} from maintenance_windows w
        where ${isShownAt(sql`${now.toISOString()}`)} and ${servers.status} <> 'revoked'
          and (w.node is null or w.node = "servers"."node")
        order by w.starts_at, w.id limit 1) shown)`,
    })
    .from(servers)
    .where(and(eq(servers.id, serverId), eq(servers.userId, userId)));
  if (!row) throw new ApiError(404, "notFound");
  return row;
}

export const changeComment = handle(
  contract.changeComment,
  async ({ serverId, comment = "" }, { db, client }) => {
    const server = await ownServer(db, client.id, serverId);
    await db.update(servers).set({ comment }).where(eq(servers.id, server.id));
    return { ok: true };
  },
);
