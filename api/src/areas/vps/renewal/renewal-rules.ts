import type { PricedRate } from "#api/areas/vps/rate/rates";
import { findRate } from "#api/areas/vps/rate/rates";
import type { Server } from "#api/areas/vps/server/own-server";
import { openUpgrade } from "#api/areas/vps/upgrade/open-upgrade";
import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import { addDays } from "#api/values/calendar";
import { Refusal } from "#api/values/refusal";
import { serverGraceDays } from "#contract/rules";
import { canRenew } from "#contract/vps/status";

/** A revoked server can't be renewed, nor one that the operator holds. */
export function refuseRenewal(server: Server): void {
  if (server.isHeld) throw new Refusal(409, "serverHeld");
  if (!canRenew(server.status)) throw new Refusal(409, "serverRevoked");
}

/** Where the next period begins: after what is paid for, or now for a server that has been blocked since. */
export const renewalStart = (server: Server, now: Date): Date =>
  server.status === "blocked" && server.paidUntil < now ? now : server.paidUntil;

/** The rate that a further period is paid at: the larger one where an upgrade to it is accepted. */
export async function rateForRenewal(db: Database | Tx, server: Server): Promise<PricedRate> {
  const upgrade = await openUpgrade(db, server.id);
  return findRate(db, upgrade?.toRateId ?? server.rateId);
}

/** When a blocked server is revoked; null for one that is not blocked, or is held by the operator. */
export const revocationOf = ({ status, isHeld, blockedAt }: Server): Date | null =>
  status === "blocked" && !isHeld && blockedAt ? addDays(blockedAt, serverGraceDays) : null;
