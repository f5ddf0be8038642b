import { desc, eq, gt, notInArray, sql } from "drizzle-orm";
import { monitoringSubscriptions as subscriptions } from "#api/db/schema/monitoring";
import { settings } from "#api/db/schema/settings";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { OperatorError } from "#api/lib/answer";
import { addDays } from "#api/lib/calendar";
import { dayOf } from "#contract/day";
import { priceNoticeDays } from "#contract/rules";
import type { SettingKey } from "./business-settings";
import { parseTypedSetting, settingDefinitions } from "./business-settings";
import type { Department } from "./departments";
import { businessSettings } from "./read-settings";
import { settingText } from "./setting-text";

export type SettingRow = typeof settings.$inferSelect;

/** A new value as typed (JSON), why it changes, and the day (UTC) from which it applies; today if omitted. */
export type SettingChange = { key: SettingKey; value: string; reason: string; from?: string | undefined };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Sets a value: adds a row, under a lock, so that concurrent changes follow one another. A later row replaces an
 * announced price too.
 *
 * @returns the row, the value before it, and the number of clients e-mailed about a new price
 * @throws with a sentence for the operator: a value that is not allowed or already set, a department with tickets
 * missing, a higher price without notice to those who pay it
 */
export async function changeSetting(
  deps: Deps,
  tx: Tx,
  { key, value: typed, reason, from }: SettingChange,
  author: string,
): Promise<{ row: SettingRow; previous: unknown; notified: number }> {
  const value = parseTypedSetting(key, typed);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))`);
  const newest = await newestValue(tx, key);
  const previous = newest ? newest.value : settingDefinitions[key].initial;
  if (isSame(value, previous))
    throw new OperatorError("settingSame", { key, value: settingText(key, value, ", ") });
  const now = deps.clock.now();
  const holdsFrom = startOf(key, from, now);
  if (key === "departments") await requireNamesOfTickets(tx, value as Department[]);
  const notified =
    key === "accountMonthCents" ? await announcePrice(deps, tx, value as number, holdsFrom) : 0;
  const [row] = await tx
    .insert(settings)
    .values({ key, value, author, reason, createdAt: now, holdsFrom })
    .returning();
  if (!row) throw new Error("The setting was not written");
  return { row, previous, notified };
}

/** Returns the value that was set last for a key, which may apply later; undefined if none was. */
export async function newestValue(tx: Tx, key: SettingKey): Promise<SettingRow | undefined> {
  const [newest] = await tx
    .select()
    .from(settings)
    .where(eq(settings.key, key))
    .orderBy(desc(settings.id))
    .limit(1);
  return newest;
}

function startOf(key: SettingKey, from: string | undefined, now: Date): Date {
  const today = dayOf(now);
  if (from === undefined || from === today) return now;
  if (key !== "accountMonthCents") throw new OperatorError("settingNoDay", { key });
  if (from < today) throw new OperatorError("dayOver", { dayOn: from });
  return new Date(from);
}

/** Tickets show their department's name, so a department that has any stays in the list. */
async function requireNamesOfTickets(tx: Tx, departments: readonly Department[]): Promise<void> {
  const listed = departments.map(({ id }) => id);
  const missing = await tx
    .selectDistinct({ id: tickets.department })
    .from(tickets)
    .where(notInArray(tickets.department, listed));
  if (missing.length > 0)
    throw new OperatorError("departmentsMustKeep", { ids: missing.map(({ id }) => id).join(", ") });
}

/**
 * E-mails the clients with a subscription about a price that applies from a later day.
 *
 * @throws for a higher price with less than ten days' notice, if there are such clients
 */
async function announcePrice(deps: Deps, tx: Tx, newPriceCents: number, holdsFrom: Date): Promise<number> {
  const now = deps.clock.now();
  const { accountMonthCents: oldPriceCents } = await businessSettings(tx, now);
  const subscribers = await tx
    .select({ to: users.email, language: users.language, name: users.name })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(gt(subscriptions.paidUntil, now));
  const earliest = dayOf(addDays(now, priceNoticeDays));
  const holdsOn = dayOf(holdsFrom);
  if (newPriceCents > oldPriceCents && subscribers.length > 0 && holdsOn < earliest)
    throw new OperatorError("priceNeedsNotice", {
      count: subscribers.length,
      days: priceNoticeDays,
      earliestOn: earliest,
    });
  if (holdsFrom <= now) return 0;
  for (const { name, ...recipient } of subscribers)
    await sendMail(deps, tx, {
      ...recipient,
      template: "monitoringPriceChange",
      values: { name, oldPriceCents, newPriceCents, holdsOn },
    });
  return subscribers.length;
}
