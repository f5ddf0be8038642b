import { balancesOf } from "#api/balance/ledger";
import { addMonths } from "#api/calendar";
import { verb } from "#api/verb";
import * as contract from "#contract/vps";
import { rowOf } from "./list-servers";
import { openUpgrade } from "./open-upgrade";
import { ownServer } from "./own-server";
import { findRate } from "./rates";
import { renewalStart, revocationOf } from "./renewal-rules";

export const getServer = verb(contract.getServer, async ({ serverId }, { db, client, clock }) => {
  const [server, balances, upgrade] = await Promise.all([
    ownServer(db, client.id, serverId),
    balancesOf(db, client.id),
    openUpgrade(db, serverId),
  ]);
  const [rate, larger] = await Promise.all([
    findRate(db, server.rateId),
    upgrade && findRate(db, upgrade.toRateId),
  ]);
  const from = renewalStart(server, clock.now());
  return {
    ...rowOf(server),
    tariff: rate.name,
    rateId: rate.id,
    operatingSystem: server.operatingSystem,
    renewalMonths: server.renewalMonths,
    periods: (larger ?? rate).periods.map((period) => ({
      ...period,
      paidUntil: addMonths(from, period.months).toISOString(),
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
    revokedOn: revocationOf(server)?.toISOString() ?? null,
  };
});
