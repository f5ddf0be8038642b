import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import { ApiError } from "#api/lib/api-error";
import { addDays, addMonths, periodDay } from "#api/lib/calendar";
import type { PricedRate } from "#api/modules/vps/rate/rates";
import { findRate } from "#api/modules/vps/rate/rates";
import type { Server } from "#api/modules/vps/server/own-server";
import { openUpgrade } from "#api/modules/vps/upgrade/open-upgrade";
import { serverGraceDays } from "#contract/rules";
import { canRenew } from "#contract/vps/status";

/** Throws 409 for a revoked server and one held by the operator. */
export function requireRenewable(server: Server): void {
  if (server.isHeld) throw new ApiError(409, "serverHeld");
  if (!canRenew(server.status)) throw new ApiError(409, "serverRevoked");
}

/**
 * Returns the next period: it begins at the end of the paid time, or now if the server was blocked since. It ends on
 * the server's day of the month (`paidDay`).
 */
export function renewalPeriod(
  { status, paidUntil, paidDay }: Server,
  months: number,
  now: Date,
): { from: Date; until: Date; paidDay: number } {
  const from = status === "blocked" && paidUntil < now ? now : paidUntil;
  const day = periodDay(from, paidDay);
  return { from, until: addMonths(from, months, day), paidDay: day };
}

/** Returns the tariff of the next period: the larger one if an upgrade to it is accepted. */
export async function rateForRenewal(db: Database | Tx, server: Server): Promise<PricedRate> {
  const upgrade = await openUpgrade(db, server.id);
  return findRate(db, upgrade?.toRateId ?? server.rateId);
}

/** Returns the days from the blocking of a server until it is revoked. */
export const graceDaysOf = ({ graceDays }: Pick<Server, "graceDays">): number => graceDays ?? serverGraceDays;

/** Returns when a blocked server is revoked; null if it is not blocked, or is held by the operator. */
export const revocationOf = ({ status, isHeld, blockedAt, graceDays }: Server): Date | null =>
  status === "blocked" && !isHeld && blockedAt ? addDays(blockedAt, graceDaysOf({ graceDays })) : null;
