import { and, asc, eq, gte, inArray } from "drizzle-orm";
import type { Account } from "#api/areas/monitoring/accounts/own-account";
import { isStale } from "#api/areas/monitoring/accounts/own-account";
import { refresh } from "#api/areas/monitoring/history/refresh";
import { periodFigures } from "#api/areas/monitoring/page/read-statistics";
import { monitoringAccounts as accounts, monitoringTrades as trades } from "#api/db/schema/monitoring";
import {
  monitoringAlerts as alerts,
  monitoringAlertLog as log,
  monitoringAlertWays as ways,
} from "#api/db/schema/monitoring-notices";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { enqueue } from "#api/jobs/enqueue";
import type { Parts } from "#api/parts";
import { formatDecimal, formatExact, parseDecimal, toNumber } from "#api/values/decimal";
import type { AlertKind } from "#contract/monitoring/notices";
import { sendAlertsJob } from "./send";
import type { WatchedKind } from "./threshold";
import { step } from "./threshold";

type Alert = typeof alerts.$inferSelect;
/** Something that rings: what happened, once. */
type Ring = { kind: AlertKind; occasion: string; facts: Record<string, string> };
type Figures = Partial<Record<WatchedKind, number>>;

/** A closed trade is told of on the day it closed, not when a whole history comes in. */
const tellHours = 24;
const eventsMax = 200;

/** Looks whether an account's alerts ring now, and notes and sends what does. Any number of runs at once ring once. */
export async function evaluateAlerts(parts: Parts, accountId: string): Promise<void> {
  const { db, clock } = parts;
  const isOn = and(eq(alerts.accountId, accountId), eq(alerts.isOn, true));
  const wanted = await db.select({ kind: alerts.kind }).from(alerts).where(isOn);
  if (wanted.length === 0) return;
  const figures = await watchedFigures(
    parts,
    accountId,
    wanted.map(({ kind }) => kind),
  );
  await transaction(db, async (tx) => {
    const on = await tx.select().from(alerts).where(isOn).orderBy(asc(alerts.kind)).for("update");
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
    const [way] = await tx.select().from(ways).where(eq(ways.accountId, accountId));
    if (!account || !way) return;
    const now = clock.now();
    const rings: Ring[] = [];
    for (const alert of on) rings.push(...(await ringsOf(tx, alert, account, figures, now)));
    if (rings.length === 0) return;
    const rows = rings.map((ring) => ({
      id: parts.ids.id(),
      accountId,
      at: now,
      ...ring,
      byEmail: way.byEmail,
      byBot: way.byBot,
    }));
    const noted = await tx.insert(log).values(rows).onConflictDoNothing().returning({ id: log.id });
    if (noted.length > 0) await enqueue(tx, sendAlertsJob, { accountId }, { key: accountId });
  });
}

async function watchedFigures({ db, clock }: Parts, accountId: string, kinds: AlertKind[]): Promise<Figures> {
  const find = async () => (await db.select().from(accounts).where(eq(accounts.id, accountId)))[0];
  let account = await find();
  if (!account || account.equity === null) return {};
  const figures: Figures = { equity: toNumber(account.equity) };
  if (!kinds.includes("drawdown") && !kinds.includes("profit")) return figures;
  if (isStale(account)) {
    await transaction(db, (tx) => refresh(tx, accountId));
    account = (await find()) ?? account;
  }
  const { values } = await periodFigures(db, account, { from: null, to: null }, clock.now());
  const drawdown = values.equity_current_drawdown?.percent ?? values.current_drawdown?.percent;
  if (typeof drawdown === "number") figures.drawdown = drawdown * 100;
  // what is earned: closed trades and what is floating
  const { balance, equity } = account;
  const floating = balance !== null && equity !== null ? equity - balance : 0n;
  if (values.net_profit) figures.profit = toNumber((parseDecimal(values.net_profit) ?? 0n) + floating);
  return figures;
}

async function ringsOf(tx: Tx, alert: Alert, account: Account, figures: Figures, now: Date): Promise<Ring[]> {
  if (alert.kind === "opened") return openedRings(alert, account);
  if (alert.kind === "closed") return closedRings(tx, alert, account, now);
  if (alert.kind === "silence") return silenceRings(tx, alert, account, now);
  return watchedRings(tx, alert as Alert & { kind: WatchedKind }, figures, account, now);
}

const setRinging = (tx: Tx, { accountId, kind }: Alert, isRinging: boolean) =>
  tx
    .update(alerts)
    .set({ isRinging })
    .where(and(eq(alerts.accountId, accountId), eq(alerts.kind, kind)));

async function watchedRings(
  tx: Tx,
  alert: Alert & { kind: WatchedKind },
  figures: Figures,
  account: Account,
  now: Date,
): Promise<Ring[]> {
  const value = figures[alert.kind];
  if (value === undefined || alert.threshold === null) return [];
  const next = step(alert.kind, value, toNumber(alert.threshold), alert.isRinging);
  if (next.isRinging !== alert.isRinging) await setRinging(tx, alert, next.isRinging);
  if (!next.rings) return [];
  const facts = {
    value: value.toFixed(2),
    threshold: formatExact(alert.threshold),
    currency: account.currency ?? "",
  };
  return [{ kind: alert.kind, occasion: now.toISOString(), facts }];
}

async function silenceRings(tx: Tx, alert: Alert, { heardAt }: Account, now: Date): Promise<Ring[]> {
  if (!heardAt || alert.threshold === null) return [];
  const since = Math.max(heardAt.getTime(), alert.since.getTime());
  const isSilent = now.getTime() - since >= toNumber(alert.threshold) * 60_000;
  if (isSilent !== alert.isRinging) await setRinging(tx, alert, isSilent);
  if (!isSilent || alert.isRinging) return [];
  return [
    {
      kind: "silence",
      occasion: heardAt.toISOString(),
      facts: { threshold: formatExact(alert.threshold), heardAt: heardAt.toISOString() },
    },
  ];
}

function openedRings(alert: Alert, { positions, currency }: Account): Ring[] {
  return positions
    .filter(({ openTime }) => openTime >= alert.since.getTime())
    .slice(0, eventsMax)
    .map(({ ticket, symbol, side, volume, openPrice }) => ({
      kind: "opened",
      occasion: ticket,
      facts: { symbol, side, volume, price: openPrice, currency: currency ?? "" },
    }));
}

async function closedRings(tx: Tx, alert: Alert, { id, currency }: Account, now: Date): Promise<Ring[]> {
  const from = new Date(Math.max(alert.since.getTime(), now.getTime() - tellHours * 3_600_000));
  const rows = await tx
    .select()
    .from(trades)
    .where(and(eq(trades.accountId, id), eq(trades.source, "terminal"), gte(trades.closedAt, from)))
    .orderBy(asc(trades.closedAt))
    .limit(eventsMax);
  if (rows.length === 0) return [];
  const told = await tx
    .select({ occasion: log.occasion })
    .from(log)
    .where(
      and(
        eq(log.accountId, id),
        eq(log.kind, "closed"),
        inArray(
          log.occasion,
          rows.map(({ ticket }) => ticket),
        ),
      ),
    );
  const known = new Set(told.map(({ occasion }) => occasion));
  return rows
    .filter(({ ticket }) => !known.has(ticket))
    .map(({ ticket, symbol, side, volume, result }) => ({
      kind: "closed",
      occasion: ticket,
      facts: {
        symbol,
        side,
        volume: formatExact(volume),
        value: formatDecimal(result),
        currency: currency ?? "",
      },
    }));
}
