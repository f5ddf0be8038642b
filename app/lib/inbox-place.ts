import { paths } from "#app/paths";
import type { WaitingKind } from "#contract/admin/waiting";
import { decidingOperations } from "#contract/admin/waiting";
import type { RowAction } from "./admin-section";
import { ifDecidable } from "./admin-section";

/**
 * Returns the page where an item is decided.
 * @param from the list that a ticket's page continues: the inbox, or if undefined the tickets
 */
export const placeOf = (
  { kind, id }: { kind: WaitingKind; id: string },
  from: "inbox" | undefined,
): string =>
  kind === "ticket" ? paths.adminTicket(id, { from }) : paths.adminInboxItem({ kind, itemId: id });

/** Kinds that are decided on an item's page; tickets have a page of their own. */
type ItemKind = Exclude<WaitingKind, "ticket">;

/**
 * `itemId` is the item's own id, `subjectId` that of the deposit or server it concerns, `state` a withdrawal's status or
 * the kind of a dispute, a failed order or a difference.
 */
const buttons: Record<
  (typeof decidingOperations)[ItemKind][number],
  Omit<RowAction, "operation" | "where">
> = {
  "test-servers approve": { inputColumns: { id: "itemId" }, variant: "primary" },
  "test-servers reject": { inputColumns: { id: "itemId" }, hasForm: true },
  "withdrawals send": {
    inputColumns: { withdrawalId: "itemId" },
    variant: "primary",
  },
  "withdrawals pay": { inputColumns: { withdrawalId: "itemId" }, hasForm: true },
  "withdrawals reject": { inputColumns: { withdrawalId: "itemId" }, hasForm: true },
  "deposits accept": { inputColumns: { orderId: "itemId" }, variant: "primary" },
  "deposits reject": { inputColumns: { orderId: "itemId" }, hasForm: true },
  "deposits settle": { inputColumns: { disputeId: "itemId" }, hasForm: true, variant: "primary" },
  "deposits refund": { inputColumns: { orderId: "subjectId" }, hasForm: true },
  "servers retry": { inputColumns: { order: "itemId" }, variant: "primary" },
  "servers refund": { inputColumns: { id: "subjectId" }, hasForm: true },
  "servers refund-upgrade": {
    inputColumns: { id: "subjectId" },
    hasForm: true,
  },
  "servers dismiss": { inputColumns: { order: "itemId" }, hasForm: true },
  "drifts settle": { inputColumns: { driftId: "itemId" }, hasForm: true, variant: "primary" },
  "drifts check": {
    inputColumns: {},
  },
  "servers reinstate": {
    inputColumns: { id: "subjectId" },
    hasForm: true,
  },
  "servers revoke": {
    inputColumns: { id: "subjectId" },
    hasForm: true,
    variant: "danger",
  },
  "balance confirm": { inputColumns: { id: "itemId" }, variant: "primary" },
  "balance reject": { inputColumns: { id: "itemId" } },
};

/** Returns what staff may do with an item of a kind. */
export const decisionsOf = (kind: ItemKind): RowAction[] =>
  decidingOperations[kind].map((operation) => ({
    operation,
    ...buttons[operation],
    ...ifDecidable(operation, "state"),
  }));
