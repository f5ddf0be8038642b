import { and, eq, gt, isNull, lte, ne, or } from "drizzle-orm";
import * as z from "zod/mini";
import { monitoringAccounts, monitoringSubscriptions as subscriptions } from "#api/db/schema/monitoring";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { ApiError } from "#api/lib/api-error";
import { addDays } from "#api/lib/calendar";
import { businessSettings } from "#api/modules/settings/read-settings";
import { watchDeadlines } from "#api/queue/deadline-guard";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import { automaticPaymentDays, automaticPaymentFrom } from "#contract/automatic-payment";
import { monitoringAutopayMonths } from "#contract/rules";
import { extend } from "./extend";
import { paidPeriods } from "./periods";

const batch = 500;

/** Runs every hour and finds subscriptions that end within a day, and those that have ended. */
export const processDueSubscriptions = job(
  "monitoring.process-due-subscriptions",
  z.object({}),
  async (_input, { db, clock }) => {
    const now = clock.now();
    const soon = addDays(now, automaticPaymentDays);
    const unsaid = or(
      isNull(subscriptions.notifiedEnd),
      ne(subscriptions.notifiedEnd, subscriptions.paidUntil),
    );
    const due = await db
      .select({ userId: subscriptions.userId, paidUntil: subscriptions.paidUntil })
      .from(subscriptions)
      .where(
        or(
          and(
            eq(subscriptions.autopay, true),
            gt(subscriptions.paidUntil, now),
            lte(subscriptions.paidUntil, soon),
          ),
          and(lte(subscriptions.paidUntil, now), unsaid),
        ),
      )
      .orderBy(subscriptions.paidUntil)
      .limit(batch);
    for (const { userId, paidUntil } of due) {
      const period = paidUntil.toISOString();
      await transaction(db, (tx) =>
        enqueue(tx, processSubscription, { userId, paidUntil: period }, { key: `${userId}:${period}` }),
      );
    }
  },
);

/**
 * Continues a subscription that is ending, or notifies the client that it has ended. Idempotent by client and end: a
 * repeat finds a later end, and no two periods of a client begin at the same moment.
 */
export const processSubscription = job(
  "monitoring.tend-subscription",
  z.object({ userId: z.string(), paidUntil: z.string() }),
  async ({ userId, paidUntil }, deps) => {
    if ((await watchDeadlines(deps)) === "clock") return;
    const locked = (work: (tx: Tx, row: typeof subscriptions.$inferSelect) => Promise<void>) =>
      transaction(deps.db, async (tx) => {
        const [row] = await tx
          .select()
          .from(subscriptions)
          .where(eq(subscriptions.userId, userId))
          .for("update");
        if (row?.paidUntil.toISOString() === paidUntil) await work(tx, row);
      });
    await locked((tx, row) => continueByItself(deps, tx, row)).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      deps.log.info(
        { userId, code: error.code },
        "a monitoring subscription could not be continued by itself",
      );
    });
    await locked((tx, row) => notifyExpiry(deps, tx, row));
  },
);

async function continueByItself(
  deps: Deps,
  tx: Tx,
  { userId, autopay, paidUntil }: typeof subscriptions.$inferSelect,
): Promise<void> {
  const now = deps.clock.now();
  const last = (await paidPeriods(tx, userId, now)).at(-1);
  if (!autopay || !last || paidUntil <= now || now < automaticPaymentFrom(paidUntil)) return;
  const { priceCents, endsAt } = await extend(deps, tx, {
    userId,
    accounts: last.accounts,
    months: monitoringAutopayMonths,
    accountMonthCents: (await businessSettings(tx, now)).accountMonthCents,
  });
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) return;
  await sendMail(deps, tx, {
    to: user.email,
    language: user.language,
    template: "monitoringRenewed",
    values: { name: user.name, count: last.accounts, paidUntil: endsAt.toISOString(), priceCents },
  });
}

async function notifyExpiry(
  deps: Deps,
  tx: Tx,
  { userId, paidUntil, notifiedEnd }: typeof subscriptions.$inferSelect,
): Promise<void> {
  if (paidUntil > deps.clock.now() || notifiedEnd?.getTime() === paidUntil.getTime()) return;
  await tx.update(subscriptions).set({ notifiedEnd: paidUntil }).where(eq(subscriptions.userId, userId));
  const owned = await tx
    .select({ id: monitoringAccounts.id })
    .from(monitoringAccounts)
    .where(eq(monitoringAccounts.userId, userId));
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) return;
  const { freeAccounts } = await businessSettings(tx, deps.clock.now());
  await sendMail(deps, tx, {
    to: user.email,
    language: user.language,
    template: "monitoringEnded",
    values: { name: user.name, count: Math.max(0, owned.length - freeAccounts) },
  });
}
