import { and, desc, eq, inArray } from "drizzle-orm";
import { operatorActions } from "#api/db/schema/operator";
import { handle } from "#api/http/handle";
import type { StaffActionKind } from "#contract/security/events";
import * as contract from "#contract/security/index";

const shownEvents = 25;

/** Staff commands shown to clients, and as what; the others are notes, reads and work on the installation. */
const kinds: Readonly<Record<string, StaffActionKind>> = {
  "clients block": "accountBlocked",
  "clients unblock": "accountUnblocked",
  "flags set": "sectionsChanged",
  "two-step remove": "twoStepRemoved",
  "sessions end": "sessionsEnded",
  "balance credit": "balanceCredited",
  "balance debit": "balanceDebited",
  "deposits accept": "depositAccepted",
  "transfers paid": "depositAccepted",
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
  "servers console": "serverConsole",
  "servers snapshot": "snapshotTaken",
  "servers rollback": "snapshotRestored",
  "servers drop-snapshot": "snapshotDeleted",
  "test-servers approve": "testServerApproved",
  "test-servers reject": "testServerRejected",
  "tickets close": "ticketClosed",
  "emails resend": "emailResent",
};

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

/** Returns staff actions without the name of the staff member. */
export const staffActivity = handle(contract.staffActivity, async (_input, { client, db }) => {
  const rows = await db
    .select()
    .from(operatorActions)
    .where(and(eq(operatorActions.userId, client.id), inArray(operatorActions.command, Object.keys(kinds))))
    .orderBy(desc(operatorActions.at), desc(operatorActions.id))
    .limit(shownEvents);
  const events = rows.flatMap(({ id, at, command, input }) => {
    const kind = kinds[command];
    // an e-mail's id says nothing to its reader
    const subject =
      kind === "emailResent"
        ? null
        : (textOf(input.id) ?? textOf(input.orderId) ?? textOf(input.withdrawalId));
    return kind
      ? [{ id: String(id), at: at.toISOString(), kind, subject, reason: textOf(input.reason) }]
      : [];
  });
  return { events };
});
