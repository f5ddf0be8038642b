import { eq } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { markDirty } from "#api/modules/monitoring/history/refresh";
import { refreshSoon } from "#api/modules/monitoring/history/refresh-remaining";
import { clockOf } from "#api/modules/monitoring/ingest/clock";
import { refineClock } from "#api/modules/monitoring/ingest/refine-clock";
import * as contract from "#contract/monitoring/index";
import { readZoneRule, zoneRuleName } from "#statements/time-zone";
import { ownAccount } from "./own-account";

export const setBrokerZone = handle(
  contract.setBrokerZone,
  async ({ monitoringId, zone }, { db, client }) => {
    await transaction(db, async (tx) => {
      const account = await ownAccount(tx, client, monitoringId);
      const rule = readZoneRule(zone);
      const chosen = rule
        ? { zone: zoneRuleName(rule), isZoneChosen: true }
        : { zone: account.zone, isZoneChosen: false };
      await tx.update(accounts).set(chosen).where(eq(accounts.id, account.id));
      await markDirty(tx, account.id, await refineClock(tx, account.id, clockOf({ ...account, ...chosen })));
      await refreshSoon(tx, account.id);
    });
    return { ok: true } as const;
  },
);
