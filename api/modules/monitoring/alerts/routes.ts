import { and, desc, eq } from "drizzle-orm";
import {
  monitoringAlerts as alerts,
  telegramChats as chats,
  monitoringAlertLog as log,
  monitoringAlertWays as ways,
} from "#api/db/schema/monitoring-notices";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Handler } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { ownAccount } from "#api/modules/monitoring/accounts/own-account";
import { recipientOf, shownRecipient } from "#api/modules/monitoring/recipients/invitation";
import { defaultLanguage } from "#contract/languages";
import * as contract from "#contract/monitoring/notices";
import { formatExact, parseDecimal } from "#statements/decimal";
import { enqueueAlertCheck } from "./jobs";
import { alertText } from "./text";

const shownEntries = 50;

type Row = typeof alerts.$inferSelect;

/** Returns the settings of every alert kind; a kind that was never set is off. */
const settingsOf = (rows: Row[]) =>
  Object.fromEntries(
    contract.alertKinds.map((kind) => {
      const { isOn = false, threshold = null } = rows.find((row) => row.kind === kind) ?? {};
      return [kind, { isOn, threshold: threshold === null ? null : formatExact(threshold) }];
    }),
  ) as Record<contract.AlertKind, { isOn: boolean; threshold: string | null }>;

const readAlerts = handle(contract.readAlerts, async ({ monitoringId }, { db, client, bot }) =>
  transaction(db, async (tx) => {
    const account = await ownAccount(tx, client, monitoringId);
    const rows = await tx.select().from(alerts).where(eq(alerts.accountId, account.id));
    const [way] = await tx.select().from(ways).where(eq(ways.accountId, account.id));
    const [owner] = await tx.select().from(users).where(eq(users.id, client.id));
    const [chat] = await tx
      .select()
      .from(chats)
      .where(and(eq(chats.userId, client.id), eq(chats.purpose, "monitoring")));
    const entries = await tx
      .select()
      .from(log)
      .where(eq(log.accountId, account.id))
      .orderBy(desc(log.at), desc(log.id))
      .limit(shownEntries);
    const sent = (isChosen: boolean, at: Date | null) =>
      !isChosen ? ("none" as const) : at ? ("sent" as const) : ("waiting" as const);
    const viewer = { language: owner?.language ?? defaultLanguage, timeZone: owner?.timeZone ?? null };
    return {
      kinds: settingsOf(rows),
      byEmail: way?.byEmail ?? false,
      byBot: way?.byBot ?? false,
      email: owner?.email ?? "",
      recipient: shownRecipient(await recipientOf(tx, account.id, "alerts")),
      currency: account.currency,
      currencyDisplay: account.currencyDisplay,
      botEnabled: bot !== null,
      botLinked: Boolean(chat?.chatId),
      log: entries.map((entry) => ({
        id: entry.id,
        kind: entry.kind,
        at: entry.at.toISOString(),
        text: alertText(viewer, account, entry.kind, entry.details),
        email: sent(entry.byEmail, entry.emailedAt),
        bot: sent(entry.byBot, entry.bottedAt),
      })),
    };
  }),
);

const setAlerts = handle(
  contract.setAlerts,
  async ({ monitoringId, byEmail = false, byBot = false, ...settings }, { db, client, clock }) => {
    await transaction(db, async (tx) => {
      const account = await ownAccount(tx, client, monitoringId);
      if (byBot) {
        const [chat] = await tx
          .select()
          .from(chats)
          .where(and(eq(chats.userId, client.id), eq(chats.purpose, "monitoring")));
        if (!chat?.chatId)
          throw new ApiError(422, "alertBotNotLinked", { fields: { byBot: "alertBotNotLinked" } });
      }
      const before = await tx.select().from(alerts).where(eq(alerts.accountId, account.id)).for("update");
      for (const kind of contract.alertKinds) {
        const existing = before.find((row) => row.kind === kind);
        const isOn = settings[kind] ?? false;
        const field = contract.thresholdKinds.find((entry) => entry.kind === kind)?.field;
        const typed = field && settings[field];
        const threshold = typed === undefined ? null : parseDecimal(typed);
        const isSame = existing?.isOn === isOn && existing.threshold === threshold;
        if (isSame || (!existing && !isOn && threshold === null)) continue;
        // a changed setting starts again: earlier events do not fire it, and an alert that has fired may fire again
        const row = { isOn, threshold, since: clock.now(), isRinging: false };
        await tx
          .insert(alerts)
          .values({ accountId: account.id, kind, ...row })
          .onConflictDoUpdate({ target: [alerts.accountId, alerts.kind], set: row });
      }
      await tx
        .insert(ways)
        .values({ accountId: account.id, byEmail, byBot })
        .onConflictDoUpdate({ target: ways.accountId, set: { byEmail, byBot } });
      const isAnyOn = contract.alertKinds.some((kind) => settings[kind]);
      if (isAnyOn) await enqueueAlertCheck(tx, account.id);
    });
    return { ok: true };
  },
);

export const alertRoutes: readonly Handler[] = [readAlerts, setAlerts];
