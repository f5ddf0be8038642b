import { paths } from "#app/paths";
import type { WaitingKind } from "#contract/admin/waiting";
import type { RowAction } from "./admin-section";

/** Returns the page where an item of the inbox is decided. */
export const placeOf = ({ kind, id }: { kind: WaitingKind; id: string }): string =>
  kind === "ticket" ? paths.adminTicket(id) : paths.adminInboxItem({ kind, itemId: id });

/**
 * What staff may do with an item of each kind. `itemId` is the item's own id, `subjectId` that of the deposit or server
 * it concerns. Tickets have a page of their own.
 */
export const decisions: Record<WaitingKind, readonly RowAction[]> = {
  ticket: [],
  testServer: [
    { operation: "test-servers approve", inputColumns: { id: "itemId" }, variant: "primary" },
    { operation: "test-servers reject", inputColumns: { id: "itemId" }, hasForm: true },
  ],
  withdrawal: [
    { operation: "withdrawals send", inputColumns: { withdrawalId: "itemId" }, variant: "primary" },
    { operation: "withdrawals pay", inputColumns: { withdrawalId: "itemId" }, hasForm: true },
    { operation: "withdrawals reject", inputColumns: { withdrawalId: "itemId" }, hasForm: true },
  ],
  deposit: [
    { operation: "deposits accept", inputColumns: { orderId: "itemId" }, variant: "primary" },
    { operation: "deposits reject", inputColumns: { orderId: "itemId" }, hasForm: true },
  ],
  dispute: [
    {
      operation: "deposits settle",
      inputColumns: { disputeId: "itemId" },
      hasForm: true,
      variant: "primary",
    },
    { operation: "deposits refund", inputColumns: { orderId: "subjectId" }, hasForm: true },
  ],
  failedOrder: [
    { operation: "servers retry", inputColumns: { order: "itemId" }, variant: "primary" },
    { operation: "servers refund", inputColumns: { id: "subjectId" }, hasForm: true },
  ],
  drift: [
    { operation: "drifts settle", inputColumns: { driftId: "itemId" }, hasForm: true, variant: "primary" },
  ],
  correction: [
    { operation: "balance confirm", inputColumns: { id: "itemId" }, variant: "primary" },
    { operation: "balance reject", inputColumns: { id: "itemId" } },
  ],
};
