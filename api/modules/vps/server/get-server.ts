import { eq } from "drizzle-orm";
import { servers } from "#api/db/schema/vps";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { findRate, machineOf, renewalMonthsOf } from "#api/modules/vps/rate/rates";
import { renewalPeriod } from "#api/modules/vps/renewal/renewal-rules";
import { openUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import * as contract from "#contract/vps/index";
import { rowOf } from "./list-servers";
import { ownServer } from "./own-server";

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

export const changeComment = handle(
  contract.changeComment,
  async ({ serverId, comment = "" }, { db, client }) => {
    const server = await ownServer(db, client.id, serverId);
    await db.update(servers).set({ comment }).where(eq(servers.id, server.id));
    return { ok: true };
  },
);
