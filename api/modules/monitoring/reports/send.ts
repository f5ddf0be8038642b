import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import * as z from "zod/mini";
import {
  monitoringReports as reports,
  monitoringReportsSent as sent,
} from "#api/db/schema/monitoring-notices";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { handOver } from "#api/email/send";
import { growthPicture } from "#api/modules/monitoring/page/picture";
import type { Addressed } from "#api/modules/monitoring/recipients/invitation";
import { confirmedRecipientId, copyAddress } from "#api/modules/monitoring/recipients/invitation";
import { unsubscribeAddress } from "#api/modules/monitoring/unsubscribe/token";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import type { ReportPeriod } from "#contract/monitoring/notices";
import { composeReport, refreshedAccount } from "./compose-report";
import type { DaySpan } from "./periods";
import { pictureCid } from "./report-email";

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
    const account = await refreshedAccount(db, row.accountId);
    const [choice] = await db.select().from(reports).where(eq(reports.accountId, row.accountId));
    if (!account || !choice) return;
    const [owner] = await db.select().from(users).where(eq(users.id, account.userId));
    if (!owner) return;
    const { language, zone } = choice;
    const { period, fromDay, toDay } = row;
    const [render, picture] = await Promise.all([
      composeReport(deps, { account, period, fromDay, toDay, language, zone }),
      growthPicture(db, { account, number: true }, { language, brand: settings.brand, now: clock.now() }),
    ]);
    const attachments = [
      { filename: "growth.png", content: picture, contentType: "image/png", cid: pictureCid },
    ];
    const write = async ({ id, to, unsubscribe, ...reader }: Addressed) => {
      const written = render({ ...reader, unsubscribe });
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
