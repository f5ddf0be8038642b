import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { operatorActions } from "#api/db/schema/operator";
import { handle } from "#api/http/handle";
import type { StaffActionKind } from "#contract/security/events";
import * as contract from "#contract/security/index";

const shownEvents = 25;

/**
 * Staff commands shown to clients, and as what. `api/operations/staff-activity.test.ts` names the commands that are
 * not shown.
 */
export const shownCommands: Readonly<Record<string, StaffActionKind>> = {
  "clients block": "accountBlocked",
  "clients unblock": "accountUnblocked",
  "flags set": "sectionsChanged",
  "two-step remove": "twoStepRemoved",
  "sessions end": "sessionsEnded",
  "balance credit": "balanceCredited",
  "balance debit": "balanceDebited",
  // its audit row says whether it added or took money
  "balance confirm": "balanceCredited",
  "deposits accept": "depositAccepted",
  "deposits paid": "depositAccepted",
  "deposits reject": "depositRejected",
  "deposits refund": "depositRefunded",
  "withdrawals send": "withdrawalSent",
  "withdrawals pay": "withdrawalPaid",
  "withdrawals reject": "withdrawalRejected",
  "withdrawals cancel": "withdrawalCancelled",
  "servers block": "serverBlocked",
  "servers release": "serverReleased",
  "servers reinstate": "serverReleased",
  "servers revoke": "serverRevoked",
  "servers refund": "serverRefunded",
  "servers refund-upgrade": "upgradeRefunded",
  "servers upgrade": "serverUpgraded",
  "servers console": "serverConsole",
  "servers snapshot": "snapshotTaken",
  "servers rollback": "snapshotRestored",
  "servers drop-snapshot": "snapshotDeleted",
  "test-servers approve": "testServerApproved",
  "test-servers reject": "testServerRejected",
  "tickets close": "ticketClosed",
  "emails resend": "emailResent",
  "invoices resend": "invoiceResent",
  "invoices correct": "invoiceCorrected",
  "clients view": "accountViewed",
};

/** Commands whose id says nothing to the client. */
const unnamed = ["emails resend", "balance confirm"];

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

/** Returns staff actions without the name of the staff member. */
export const staffActivity = handle(contract.staffActivity, async (_input, { client, db }) => {
  const rows = await db
    .select()
    .from(operatorActions)
    .where(
      and(
        eq(operatorActions.userId, client.id),
        inArray(operatorActions.command, Object.keys(shownCommands)),
        // a proposed correction has moved nothing yet
        sql`not ${operatorActions.input} ? 'proposal'`,
      ),
    )
    .orderBy(desc(operatorActions.at), desc(operatorActions.id))
    .limit(shownEvents);
  const events = rows.flatMap(({ id, at, command, input }) => {
    const kind =
      command === "balance confirm" && input.isCredit !== true ? "balanceDebited" : shownCommands[command];
    const subject = unnamed.includes(command)
      ? null
      : (textOf(input.id) ?? textOf(input.orderId) ?? textOf(input.withdrawalId) ?? textOf(input.number));
    return kind
      ? [{ id: String(id), at: at.toISOString(), kind, subject, reason: textOf(input.reason) }]
      : [];
  });
  return { events };
});
