import { and, asc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import * as z from "zod/mini";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { telegramChats as chats, monitoringAlertLog as log } from "#api/db/schema/monitoring-notices";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { renderEmail } from "#api/email/render";
import { handOver } from "#api/email/send";
import type { Addressed } from "#api/modules/monitoring/recipients/invitation";
import { copyAddress, pagePath } from "#api/modules/monitoring/recipients/invitation";
import { unsubscribeAddress } from "#api/modules/monitoring/unsubscribe/token";
import { unlink } from "#api/modules/telegram/links";
import { job } from "#api/queue/job";
import { alertText } from "./text";

type Entry = typeof log.$inferSelect;
type Account = typeof accounts.$inferSelect;
type Owner = typeof users.$inferSelect;

/** Maximum number of alerts in one message; the rest is only counted. */
const shownAlerts = 30;

/**
 * Sends alerts that have fired and were not sent: one email and one message for all of them. Each is marked as sent
 * immediately, so that a failure of one channel does not repeat the other.
 */
export const sendAlertsJob = job(
  "monitoring.send-alerts",
  z.object({ accountId: z.string() }),
  async ({ accountId }, deps) => {
    const { db } = deps;
    const waiting = await db
      .select()
      .from(log)
      .where(
        and(
          eq(log.accountId, accountId),
          or(
            and(eq(log.byEmail, true), isNull(log.emailedAt)),
            and(eq(log.byBot, true), isNull(log.bottedAt)),
            and(isNotNull(log.recipientId), isNull(log.copiedAt)),
          ),
        ),
      )
      .orderBy(asc(log.at), asc(log.id));
    const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
    const [owner] = account ? await db.select().from(users).where(eq(users.id, account.userId)) : [];
    if (!account || !owner) return;
    const outcomes = await Promise.allSettled([
      email(
        deps,
        account,
        owner,
        waiting.filter(({ byEmail, emailedAt }) => byEmail && !emailedAt),
      ),
      message(
        deps,
        account,
        owner,
        waiting.filter(({ byBot, bottedAt }) => byBot && !bottedAt),
      ),
      copy(
        deps,
        account,
        owner,
        waiting.filter(({ recipientId, copiedAt }) => recipientId && !copiedAt),
      ),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  },
);

function linesOf(entries: Entry[], account: Account, owner: Owner): string {
  const lines = entries
    .slice(0, shownAlerts)
    .map(({ kind, details }) => alertText(owner, account, kind, details));
  const more = entries.length - lines.length;
  return [...lines, ...(more > 0 ? [`+ ${more}`] : [])].join("\n");
}

const mark = ({ db, clock }: Deps, entries: Entry[], column: "emailedAt" | "bottedAt" | "copiedAt") =>
  transaction(db, (tx) =>
    tx
      .update(log)
      .set({ [column]: clock.now() })
      .where(
        inArray(
          log.id,
          entries.map(({ id }) => id),
        ),
      ),
  );

async function email(deps: Deps, account: Account, owner: Owner, entries: Entry[]): Promise<void> {
  const [first] = entries;
  if (!first) return;
  const unsubscribe = unsubscribeAddress(deps.settings, account.id, "alerts");
  const to = { id: `alert-${first.id}`, to: owner.email, name: owner.name, unsubscribe };
  await write(deps, account, owner, entries, to);
  await mark(deps, entries, "emailedAt");
}

/** Sends the same email to the second recipient at the time when the first of these alerts fired. */
async function copy(deps: Deps, account: Account, owner: Owner, entries: Entry[]): Promise<void> {
  const [first] = entries;
  if (!first?.recipientId) return;
  const address = await copyAddress(deps.db, first.recipientId);
  const unsubscribe = unsubscribeAddress(deps.settings, first.recipientId, "recipient");
  const to = { id: `alert-${first.id}-copy`, name: "", addedBy: owner.email, unsubscribe };
  if (address) await write(deps, account, owner, entries, { ...to, to: address });
  await mark(deps, entries, "copiedAt");
}

async function write(
  deps: Deps,
  account: Account,
  owner: Owner,
  entries: Entry[],
  { id, to, unsubscribe, ...addressee }: Addressed,
): Promise<void> {
  const { settings } = deps;
  const values = {
    ...addressee,
    account: account.name,
    number: account.number,
    alerts: linesOf(entries, account, owner),
    path: pagePath(account, addressee.addedBy),
  };
  const frame = { origin: settings.publicOrigin, brand: settings.brand };
  const written = renderEmail("monitoringAlert", owner.language, values, frame, { unsubscribe });
  await handOver(deps, { id, to, template: "monitoringAlert", unsubscribe, ...written }, values);
}

async function message(deps: Deps, account: Account, owner: Owner, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const [chat] = await deps.db
    .select({ chatId: chats.chatId })
    .from(chats)
    .where(and(eq(chats.userId, owner.id), eq(chats.purpose, "monitoring")));
  const page = `${deps.settings.publicOrigin}/online-monitoring/${account.monitoringId}`;
  const text = `${account.name} (${account.number})\n${linesOf(entries, account, owner)}\n${page}`;
  const outcome = chat?.chatId && deps.bot ? await deps.bot.send(chat.chatId, text) : "gone";
  if (outcome === "sent") return void (await mark(deps, entries, "bottedAt"));
  // the chat is gone: the alerts are not left pending forever
  await transaction(deps.db, async (tx) => {
    if (chat?.chatId) await unlink(tx, { userId: owner.id, purpose: "monitoring" });
    const ids = entries.map(({ id }) => id);
    await tx.update(log).set({ byBot: false }).where(inArray(log.id, ids));
  });
}
