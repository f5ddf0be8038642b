import { and, eq, lt } from "drizzle-orm";
import * as z from "zod/mini";
import { deposits } from "#api/db/schema/payments";
import type { Deps } from "#api/deps";
import { job } from "#api/queue/job";
import { dayMilliseconds } from "#contract/day";
import { pollPayments } from "./poll-payments";

/** After this many days without a report the payment counts as lost, and an operator asks the payment system. */
const silentDays = 3;

/** Cancels orders that were not paid in time and puts payments stuck in processing under review. Idempotent. */
export async function expireDeposits({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await db
    .update(deposits)
    .set({ status: "cancelled", changedAt: now })
    .where(and(eq(deposits.status, "notPaid"), lt(deposits.expiresAt, now)));
  await db
    .update(deposits)
    .set({ status: "underReview", changedAt: now })
    .where(
      and(
        eq(deposits.status, "processing"),
        lt(deposits.changedAt, new Date(now.getTime() - silentDays * dayMilliseconds)),
      ),
    );
}

export const expireDepositsJob = job("payments.expire-deposits", z.object({}), (_payload, deps) =>
  expireDeposits(deps).then(() => pollPayments(deps)),
);
