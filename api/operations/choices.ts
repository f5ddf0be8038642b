import type { SQL } from "drizzle-orm";
import { and, asc, desc, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { announcements } from "#api/db/schema/announcements";
import { maintenanceWindows } from "#api/db/schema/maintenance";
import { priceChanges } from "#api/db/schema/price-changes";
import { promoCodes } from "#api/db/schema/promo-codes";
import { savedReplies, staffMembers } from "#api/db/schema/staff";
import { alerts } from "#api/db/schema/users";
import { rates, servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { nodesWithServers } from "#api/modules/announcements/maintenance-windows";
import { isAnnounced } from "#api/modules/vps/rate/rates";
import { upgradeRates } from "#api/modules/vps/upgrade/upgrade-price";
import { mayRun } from "#contract/admin/roles";
import { nobody } from "#contract/admin/waiting";
import { dayOf } from "#contract/day";

/** A value of a parameter and its text; one without a text is a word of the service, which pages translate. */
export type Choice = { value: string; label?: string };

/**
 * Returns the rows that a parameter may name; if there are more than `choicesAtMost`, some of them.
 * @param of the value of the operation's first parameter, if it is known
 */
export type Choices = (tx: Tx, now: Date, of?: string) => Promise<readonly Choice[]>;

/** Of more rows than these the console asks for the id. */
export const choicesAtMost = 100;
const limit = choicesAtMost + 1;

/** Returns staff accounts that meet a condition, by name. */
const staffBy = (db: Database | Tx, condition?: SQL) =>
  db
    .select({ email: staffMembers.email, name: staffMembers.name, roles: staffMembers.roles })
    .from(staffMembers)
    .where(condition)
    .orderBy(asc(staffMembers.name), asc(staffMembers.email));

/** Returns the staff members to whom a ticket may be assigned: enabled accounts that may reply, by name. */
export async function assignees(db: Database | Tx): Promise<{ email: string; name: string }[]> {
  const members = await staffBy(db, isNull(staffMembers.disabledAt));
  return members
    .filter(({ roles }) => mayRun(roles, "tickets reply"))
    .map(({ email, name }) => ({ email, name }));
}

const staffChoice = ({ email, name }: { email: string; name: string }): Choice => ({
  value: email,
  label: name === email ? email : `${name}, ${email}`,
});
const staffChoices =
  (condition?: SQL): Choices =>
  async (tx) =>
    (await staffBy(tx, condition).limit(limit)).map(staffChoice);

const planChoices =
  (condition?: SQL): Choices =>
  async (tx) => {
    const plans = await tx
      .select({ id: rates.id, name: rates.name })
      .from(rates)
      .where(condition)
      .orderBy(asc(rates.name), asc(rates.id))
      .limit(limit);
    return plans.map(({ id, name }) => ({ value: id, label: `${name}, ${id}` }));
  };

const offeredPlans = planChoices(eq(rates.isOffered, true));

/** Choices of the parameters that name rows of the database. */
export const choices = {
  assignees: async (tx) => [{ value: nobody }, ...(await assignees(tx)).map(staffChoice)],
  staff: staffChoices(),
  enabledStaff: staffChoices(isNull(staffMembers.disabledAt)),
  disabledStaff: staffChoices(isNotNull(staffMembers.disabledAt)),
  plans: planChoices(),
  offeredPlans,
  /** The plans to which a server can be upgraded. */
  largerPlans: async (tx, now, of = "") => {
    const [server] = await tx.select().from(servers).where(eq(servers.id, of));
    if (!server) return offeredPlans(tx, now);
    const { larger } = await upgradeRates(tx, server);
    return larger.map(({ id, name }) => ({ value: id, label: `${name}, ${id}` }));
  },
  otherPlans: planChoices(eq(rates.isOffered, false)),

  savedReplies: async (tx) => {
    const { name } = savedReplies;
    const rows = await tx.select({ name }).from(savedReplies).orderBy(asc(name)).limit(limit);
    return rows.map((row) => ({ value: row.name, label: row.name }));
  },

  nodes: async (tx) => (await nodesWithServers(tx)).map((node) => ({ value: node, label: node })),

  openMaintenance: async (tx, now) => {
    const { id, node, startsAt, endsAt, cancelledAt, textEn } = maintenanceWindows;
    const rows = await tx
      .select({ id, node, startsAt, textEn })
      .from(maintenanceWindows)
      .where(and(isNull(cancelledAt), gt(endsAt, now)))
      .orderBy(asc(startsAt))
      .limit(limit);
    return rows.map((row) => ({
      value: row.id,
      label: [dayOf(row.startsAt), row.node, row.textEn].filter(Boolean).join(", "),
    }));
  },

  openAnnouncements: async (tx) => {
    const { id, createdAt, subjectEn, finishedAt, cancelledAt } = announcements;
    const rows = await tx
      .select({ id, createdAt, subjectEn })
      .from(announcements)
      .where(and(isNull(finishedAt), isNull(cancelledAt)))
      .orderBy(desc(createdAt))
      .limit(limit);
    return rows.map((row) => ({ value: row.id, label: `${dayOf(row.createdAt)}, ${row.subjectEn}` }));
  },

  shownAlerts: async (tx) => {
    const { id, createdAt, endedAt, textEn } = alerts;
    const rows = await tx
      .select({ id, createdAt, textEn })
      .from(alerts)
      .where(isNull(endedAt))
      .orderBy(desc(createdAt))
      .limit(limit);
    return rows.map((row) => ({ value: row.id, label: `${dayOf(row.createdAt)}, ${row.textEn}` }));
  },

  promoCodes: async (tx, now) => {
    const { id, name, discount, userId, deletedAt, endsAt } = promoCodes;
    const rows = await tx
      .select({ id, name, discount })
      .from(promoCodes)
      .where(and(isNull(userId), isNull(deletedAt), or(isNull(endsAt), gt(endsAt, now))))
      .orderBy(asc(name))
      .limit(limit);
    return rows.map((row) => ({ value: row.id, label: `${row.name}, ${row.discount}%` }));
  },

  announcedPrices: async (tx) => {
    const { id, months, fromDay } = priceChanges;
    const rows = await tx
      .select({ id, plan: rates.name, months, fromDay })
      .from(priceChanges)
      .innerJoin(rates, eq(rates.id, priceChanges.rateId))
      .where(isAnnounced)
      .orderBy(asc(fromDay), asc(rates.name), asc(months))
      .limit(limit);
    return rows.map((row) => ({ value: row.id, label: `${row.plan}, ${row.months}, ${row.fromDay}` }));
  },
} as const satisfies Record<string, Choices>;
