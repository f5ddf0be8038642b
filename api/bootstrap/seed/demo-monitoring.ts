import { eq } from "drizzle-orm";
import { createApp } from "#api/app";
import {
  monitoringAccounts as accounts,
  monitoringPeriods as periods,
  monitoringSubscriptions as subscriptions,
} from "#api/db/schema/monitoring";
import { monitoringSnapshots as snapshots } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { addMonths } from "#api/lib/calendar";
import { sha256Hex } from "#api/lib/hash";
import { noChange } from "#api/modules/monitoring/history/dirty-ranges";
import { markDirty } from "#api/modules/monitoring/history/refresh";
import { refreshWhole } from "#api/modules/monitoring/history/refresh-remaining";
import type { SimulatedAccount } from "#api/modules/monitoring/simulator/simulated-account";
import { bodyAt } from "#api/modules/monitoring/simulator/simulated-account";
import { simulatedTerminal } from "#api/modules/monitoring/simulator/terminal";
import { charge } from "#api/modules/monitoring/subscription/charge";
import { priceOf } from "#api/modules/monitoring/subscription/periods";
import { dayMilliseconds, daySeconds } from "#contract/day";
import { monitoringAccountMonthCents } from "#contract/rules";
import { chunks } from "#statements/chunks";
import { parseDecimal } from "#statements/decimal";
import { demoId } from "./demo-clients";
import { depositMove } from "./demo-money";

const hour = 3_600_000;

/** The demo's shared account; its terminal runs in the process. */
export const demoMonitoringAddress = "demo-trend-following";
const shared = { visibility: "public", showMoney: true, showPositions: true, showNumber: true } as const;
const demoAccounts = [
  {
    id: demoMonitoringAddress,
    number: "250997",
    name: "Trend following",
    seed: "northwind",
    days: 420,
    heardHoursAgo: 0,
    ...shared,
  },
  {
    id: "demo-night-scalper",
    number: "771204",
    name: "Night scalper",
    seed: "nocturne",
    days: 130,
    heardHoursAgo: 5,
    visibility: "private",
  },
  {
    id: "demo-new-account",
    number: "300118",
    name: "New account",
    seed: "",
    days: 0,
    heardHoursAgo: 0,
    visibility: "private",
  },
] as const;

const keyOf = (id: string) => `${id}-key`;

/**
 * Creates a subscription and three accounts for the demo client Anna: one active, one silent, one waiting for its
 * terminal.
 */
export async function seedDemoMonitoring(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const userId = demoId("anna");
  const endsAt = addMonths(now, subscription.months);
  const isNew = await transaction(db, async (tx) => {
    const created = await tx
      .insert(subscriptions)
      .values({ userId, activatedAt: now, paidUntil: endsAt })
      .onConflictDoNothing()
      .returning({ userId: subscriptions.userId });
    if (created.length === 0) return false;
    await paySubscription(deps, tx, { userId, now, endsAt });
    for (const [index, { id, number, name, visibility, ...more }] of demoAccounts.entries()) {
      const createdAt = new Date(now.getTime() + index);
      const row = {
        id,
        userId,
        createdAt,
        monitoringId: id,
        number,
        name,
        visibility,
        keyHash: sha256Hex(keyOf(id)),
      };
      const show = "showMoney" in more ? shared : {};
      await tx.insert(accounts).values({ ...row, ...show, visibility });
    }
    return true;
  });
  if (!isNew) return;
  for (const { id, days, heardHoursAgo } of demoAccounts) if (days > 0) await fill(deps, id, heardHoursAgo);
}

const subscription = { accounts: 4, months: 3 };

/** Deposits the price of the subscription and pays it, so that the balance stays as it is. */
async function paySubscription(
  deps: Deps,
  tx: Tx,
  { userId, now, endsAt }: { userId: string; now: Date; endsAt: Date },
): Promise<void> {
  const id = "demo-monitoring";
  const { accounts: number, months } = subscription;
  const cents = priceOf(number, months, monitoringAccountMonthCents);
  const at = new Date(now.getTime() - 5 * 60_000);
  await depositMove(deps, {
    owner: "anna",
    amountCents: cents,
    method: "wallet",
    payer: "W-100200300",
    at,
  }).run(tx);
  await charge(deps, tx, {
    userId,
    kind: "subscription",
    periodId: id,
    cents,
    details: subscription,
    period: { from: now, to: endsAt },
  });
  await tx.insert(periods).values({ id, userId, accounts: number, startsAt: now, endsAt });
}

const sinceOf = (createdAt: Date, days: number) =>
  Math.floor(createdAt.getTime() / dayMilliseconds - days) * daySeconds;

async function inventedAccount({ db }: Deps, id: string): Promise<SimulatedAccount | null> {
  const known = demoAccounts.find((account) => account.id === id);
  const [row] = await db.select({ createdAt: accounts.createdAt }).from(accounts).where(eq(accounts.id, id));
  return known && row
    ? { number: known.number, seed: known.seed, since: sinceOf(row.createdAt, known.days) }
    : null;
}

/** Sends the whole history as a terminal does, and adds past equity snapshots. */
async function fill(deps: Deps, id: string, lastPostHoursAgo: number): Promise<void> {
  const account = await inventedAccount(deps, id);
  if (!account) return;
  const lastPostAt = new Date(deps.clock.now().getTime() - lastPostHoursAgo * hour);
  const terminal = terminalOf(deps, id, account, true);
  const time = Math.floor(lastPostAt.getTime() / 1000);
  for (let busy = true; busy; ) busy = (await terminal.post(time)).nextIn < 60;
  // the balance is compared with the history only after a post without new data
  await terminal.post(time);
  const rows = pastSnapshots(id, account, lastPostAt.getTime());
  await transaction(deps.db, async (tx) => {
    for (const some of chunks(rows, 2_000)) await tx.insert(snapshots).values(some).onConflictDoNothing();
    await markDirty(tx, id, { ...noChange, flows: account.since * 1000 });
    await tx.update(accounts).set({ heardAt: lastPostAt }).where(eq(accounts.id, id));
  });
  await refreshWhole(deps.db, id);
}

function pastSnapshots(
  accountId: string,
  account: SimulatedAccount,
  until: number,
): (typeof snapshots.$inferInsert)[] {
  const read = (text: string | undefined) => parseDecimal(text ?? "0") ?? 0n;
  const rows: (typeof snapshots.$inferInsert)[] = [];
  for (
    let time = account.since * 1000 + dayMilliseconds;
    time < until - hour;
    time += time < until - 30 * dayMilliseconds ? 12 * hour : 3 * hour
  ) {
    const { balance, equity, margin, free_margin } = bodyAt(account, time / 1000);
    rows.push({
      accountId,
      at: new Date(time),
      balance: read(balance),
      equity: read(equity),
      margin: read(margin),
      freeMargin: read(free_margin),
      credit: 0n,
    });
  }
  return rows;
}

const terminalOf = (deps: Deps, id: string, account: SimulatedAccount, isCalm: boolean) => {
  const app = createApp(deps);
  return simulatedTerminal({
    url: "http://terminal.invalid",
    key: keyOf(id),
    account,
    isCalm,
    send: async (request) => app.fetch(request),
  });
};

/**
 * Starts the demo's terminal: it posts like a real one, including NUL bytes, repeats, gaps and disorder, until it is
 * stopped.
 */
export async function startDemoTerminal(deps: Deps): Promise<() => void> {
  const account = await inventedAccount(deps, demoMonitoringAddress);
  if (!account) return () => {};
  const terminal = terminalOf(deps, demoMonitoringAddress, account, false);
  let timer: NodeJS.Timeout;
  const post = async () => {
    const { nextIn } = await terminal
      .post(Math.floor(deps.clock.now().getTime() / 1000))
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, "the demo's terminal could not post");
        return { nextIn: 60 };
      });
    timer = setTimeout(post, Math.min(nextIn, 30) * 1000);
  };
  timer = setTimeout(post, 1_000);
  return () => clearTimeout(timer);
}
