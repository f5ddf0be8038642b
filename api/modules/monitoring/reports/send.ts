import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import * as z from "zod/mini";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import {
  monitoringReports as reports,
  monitoringReportsSent as sent,
} from "#api/db/schema/monitoring-notices";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { renderEmail } from "#api/email/render";
import { handOver } from "#api/email/send";
import { isDirty } from "#api/modules/monitoring/history/dirty-ranges";
import { refreshWhole } from "#api/modules/monitoring/history/refresh-remaining";
import { growthPicture } from "#api/modules/monitoring/page/picture";
import type { Addressed } from "#api/modules/monitoring/recipients/invitation";
import { confirmedRecipientId, copyAddress, pagePath } from "#api/modules/monitoring/recipients/invitation";
import { unsubscribeAddress } from "#api/modules/monitoring/unsubscribe/token";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import type { ReportPeriod } from "#contract/monitoring/notices";
import { reportFigures } from "./figures";
import type { DaySpan } from "./periods";
import { momentsOf } from "./periods";
import { daysText, pictureCid, reportBlocks, reportLines } from "./report-email";

type ReportRequest = { accountId: string; period: ReportPeriod; span: DaySpan; occasion: string };

/**
 * Stores a report and enqueues its sending in the transaction; returns false if the same report was already stored.
 */
export async function beginReport(
  deps: Pick<Deps, "ids" | "clock">,
  tx: Tx,
  { accountId, period, span, occasion }: ReportRequest,
): Promise<boolean> {
  const recipientId = await confirmedRecipientId(tx, accountId, "reports");
  const begunAt = deps.clock.now();
  const row = { id: deps.ids.id(), accountId, period, ...span, occasion, begunAt, recipientId };
  const [begun] = await tx.insert(sent).values(row).onConflictDoNothing().returning({ id: sent.id });
  if (begun) await enqueue(tx, sendReportJob, { reportId: begun.id }, { key: begun.id });
  return begun !== undefined;
}

/**
 * Creates one report and sends it, to its second recipient too. The row is marked afterwards; if a worker dies in
 * between, the retry sends the same Message-ID, which mailboxes treat as the same email.
 */
export const sendReportJob = job(
  "monitoring.send-report",
  z.object({ reportId: z.string() }),
  async ({ reportId }, deps) => {
    const { db, settings, clock } = deps;
    const isWaiting = or(isNull(sent.sentAt), and(isNotNull(sent.recipientId), isNull(sent.copiedAt)));
    const [row] = await db
      .select()
      .from(sent)
      .where(and(eq(sent.id, reportId), isWaiting));
    if (!row) return;
    const find = async () => (await db.select().from(accounts).where(eq(accounts.id, row.accountId)))[0];
    let account = await find();
    if (account && isDirty(account)) {
      await refreshWhole(db, row.accountId);
      account = await find();
    }
    const [choice] = await db.select().from(reports).where(eq(reports.accountId, row.accountId));
    if (!account || !choice) return;
    const [owner] = await db.select().from(users).where(eq(users.id, account.userId));
    if (!owner) return;
    const { language, zone } = choice;
    const { from, until } = momentsOf(row, zone);
    const [figures, picture] = await Promise.all([
      reportFigures(db, account, from, until),
      growthPicture(db, { account, number: true }, { language, brand: settings.brand, now: clock.now() }),
    ]);
    const { balance, equity, currency } = account;
    const days = daysText(row, language);
    const lines = reportLines({ figures, balance, equity, currency }, language);
    const attachments = [
      { filename: "growth.png", content: picture, contentType: "image/png", cid: pictureCid },
    ];
    const write = async ({ id, to, unsubscribe, ...recipient }: Addressed) => {
      const values = {
        ...recipient,
        account: account.name,
        number: account.number,
        days,
        period: row.period,
        path: pagePath(account, recipient.addedBy),
      };
      const frame = { origin: settings.publicOrigin, brand: settings.brand };
      const written = renderEmail("monitoringReport", language, values, frame, {
        unsubscribe,
        blocks: reportBlocks(lines, account.name),
      });
      await handOver(deps, { id, to, template: "monitoringReport", unsubscribe, attachments, ...written });
    };
    const mark = (column: "sentAt" | "copiedAt") =>
      transaction(db, (tx) =>
        tx
          .update(sent)
          .set({ [column]: clock.now() })
          .where(eq(sent.id, row.id)),
      );
    if (!row.sentAt) {
      const unsubscribe = unsubscribeAddress(settings, account.id, "reports");
      await write({ id: `report-${row.id}`, to: owner.email, name: owner.name, unsubscribe });
      await mark("sentAt");
    }
    if (!row.recipientId || row.copiedAt) return;
    const address = await copyAddress(db, row.recipientId);
    const unsubscribe = unsubscribeAddress(settings, row.recipientId, "recipient");
    const copy = { id: `report-${row.id}-copy`, name: "", addedBy: owner.email, unsubscribe };
    if (address) await write({ ...copy, to: address });
    await mark("copiedAt");
  },
);
