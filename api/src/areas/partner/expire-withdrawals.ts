import { and, eq, lt } from "drizzle-orm";
import * as z from "zod/mini";
import { partnerWithdrawals } from "#api/db/schema/partner";
import { transaction } from "#api/db/transaction";
import { job } from "#api/jobs/job";
import { dayMilliseconds } from "#contract/day";
import { confirmDays } from "./wallet-letters";
import { decideWithdrawal } from "./withdrawals";

/** Cancels requests whose new wallet was not confirmed in time, so that nobody's money stays held for want of a click. */
export const expireWithdrawals = job("partner.expire-withdrawals", z.object({}), async (_payload, parts) => {
  const before = new Date(parts.clock.now().getTime() - confirmDays * dayMilliseconds);
  const waiting = and(eq(partnerWithdrawals.status, "confirming"), lt(partnerWithdrawals.createdAt, before));
  const late = await parts.db.select({ id: partnerWithdrawals.id }).from(partnerWithdrawals).where(waiting);
  for (const { id } of late)
    await transaction(parts.db, (tx) =>
      decideWithdrawal(parts, tx, id, { status: "cancelled" }, ["confirming"]),
    );
});
