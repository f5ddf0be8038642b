import { and, asc, eq, gte, inArray } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringTrades as trades } from "#api/db/schema/monitoring-history";
import {
  monitoringAlerts as alerts,
  monitoringAlertLog as log,
  monitoringAlertWays as ways,
} from "#api/db/schema/monitoring-notices";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { isDirty } from "#api/modules/monitoring/history/dirty-ranges";
import { refreshWhole } from "#api/modules/monitoring/history/refresh-remaining";
import { periodFigures } from "#api/modules/monitoring/page/read-statistics";
import { confirmedRecipientId } from "#api/modules/monitoring/recipients/invitation";
import { enqueue } from "#api/queue/enqueue";
import type { AlertKind, AlertUnit } from "#contract/monitoring/alert-kinds";
import { alertEntry } from "#contract/monitoring/alert-kinds";
import { placesOf } from "#contract/monitoring/currency";
import type { FigureValues } from "#contract/monitoring/figures";
import { formatDecimal, formatExact, parseDecimal, toNumber } from "#statements/decimal";
import { sendAlertsJob } from "./send";
import type { Watch } from "./threshold";
import { step } from "./threshold";

type Alert = typeof alerts.$inferSelect;
/** An alert that fires: one event, fired once. */
type Ring = { kind: AlertKind; occasion: string; details: Record<string, string> };
/** An account's current figures, by their names in the public JSON. */
type Figures = Partial<FigureValues> & { profit_with_open?: string };

/**
 * An alert reports a closed trade only within this time after its close, so that an imported history does not fire
 * it.
 */
const maxAgeHours = 24;
const eventsMax = 200;

/**
 * Checks whether an account's alerts fire now, and logs and sends those that do. Concurrent runs fire an alert once.
 */
export async function evaluateAlerts(deps: Deps, accountId: string): Promise<void> {
  const { db, clock } = deps;
  const isOn = and(eq(alerts.accountId, accountId), eq(alerts.isOn, true));
  const enabledAlerts = await db.select({ kind: alerts.kind }).from(alerts).where(isOn);
  if (enabledAlerts.length === 0) return;
  const figures = await watchedFigures(
    deps,
    accountId,
    enabledAlerts.map(({ kind }) => kind),
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
    const recipientId = await confirmedRecipientId(tx, accountId, "alerts");
    const rows = rings.map((ring) => ({
      id: deps.ids.id(),
      accountId,
      at: now,
      ...ring,
      byEmail: way.byEmail,
      byBot: way.byBot,
      recipientId,
    }));
    const noted = await tx.insert(log).values(rows).onConflictDoNothing().returning({ id: log.id });
    if (noted.length > 0) await enqueue(tx, sendAlertsJob, { accountId }, { key: accountId });
  });
}

/** Returns the figures that alerts of these kinds watch; reads the whole history only if one needs it. */
async function watchedFigures({ db, clock }: Deps, accountId: string, kinds: AlertKind[]): Promise<Figures> {
  const find = async () => (await db.select().from(accounts).where(eq(accounts.id, accountId)))[0];
  let account = await find();
  if (!account || account.equity === null) return {};
  const watched = kinds.flatMap((kind) => alertEntry(kind).watch?.figures ?? []);
  if (watched.every((name) => name === "equity")) return { equity: formatExact(account.equity) };
  if (isDirty(account)) {
    await refreshWhole(db, accountId);
    account = (await find()) ?? account;
  }
  const { values } = await periodFigures(db, account, { from: null, to: null }, clock.now());
  const { balance, equity } = account;
  const floating = balance !== null && equity !== null ? equity - balance : 0n;
  const profit = values.net_profit && (parseDecimal(values.net_profit) ?? 0n) + floating;
  return {
    ...values,
    ...(equity !== null && { equity: formatExact(equity) }),
    ...(profit && { profit_with_open: formatExact(profit) }),
  };
}

/** Returns the largest of a watch's figures, in the unit of its threshold. */
function figureOf({ figures: names }: Watch, figures: Figures, unit: AlertUnit): number | undefined {
  const values = names.flatMap((name) => {
    const figure = (figures as Record<string, unknown>)[name];
    const value =
      figure && typeof figure === "object" && "percent" in figure && unit === "percent"
        ? figure.percent
        : figure;
    if (typeof value === "number") return unit === "percent" ? value * 100 : value;
    return typeof value === "string" ? Number(value) : [];
  });
  return values.length > 0 ? Math.max(...values) : undefined;
}

async function ringsOf(tx: Tx, alert: Alert, account: Account, figures: Figures, now: Date): Promise<Ring[]> {
  if (alert.kind === "opened") return openedRings(alert, account);
  if (alert.kind === "closed") return closedRings(tx, alert, account, now);
  if (alert.kind === "silence") return silenceRings(tx, alert, account, now);
  return watchedRings(tx, alert, figures, account, now);
}

const setRinging = (tx: Tx, { accountId, kind }: Alert, isRinging: boolean) =>
  tx
    .update(alerts)
    .set({ isRinging })
    .where(and(eq(alerts.accountId, accountId), eq(alerts.kind, kind)));

async function watchedRings(
  tx: Tx,
  alert: Alert,
  figures: Figures,
  account: Account,
  now: Date,
): Promise<Ring[]> {
  const { watch, threshold } = alertEntry(alert.kind);
  if (!watch || !threshold || alert.threshold === null) return [];
  const value = figureOf(watch, figures, threshold.unit);
  if (value === undefined) return [];
  const next = step(watch, value, toNumber(alert.threshold), alert.isRinging);
  if (next.isRinging !== alert.isRinging) await setRinging(tx, alert, next.isRinging);
  if (!next.rings) return [];
  const values = {
    value: value.toFixed(2),
    threshold: formatExact(alert.threshold),
    currency: account.currency ?? "",
  };
  return [{ kind: alert.kind, occasion: now.toISOString(), details: values }];
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
      details: { threshold: formatExact(alert.threshold), heardAt: heardAt.toISOString() },
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
      details: { symbol, side, volume, price: openPrice, currency: currency ?? "" },
    }));
}

async function closedRings(tx: Tx, alert: Alert, { id, currency }: Account, now: Date): Promise<Ring[]> {
  const from = new Date(Math.max(alert.since.getTime(), now.getTime() - maxAgeHours * 3_600_000));
  const rows = await tx
    .select()
    .from(trades)
    .where(and(eq(trades.accountId, id), eq(trades.source, "terminal"), gte(trades.closedAt, from)))
    .orderBy(asc(trades.closedAt))
    .limit(eventsMax);
  if (rows.length === 0) return [];
  const logged = await tx
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
  const known = new Set(logged.map(({ occasion }) => occasion));
  return rows
    .filter(({ ticket }) => !known.has(ticket))
    .map(({ ticket, symbol, side, volume, result }) => ({
      kind: "closed",
      occasion: ticket,
      details: {
        symbol,
        side,
        volume: formatExact(volume),
        value: formatDecimal(result, placesOf(currency)),
        currency: currency ?? "",
      },
    }));
}
