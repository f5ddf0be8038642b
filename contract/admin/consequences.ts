/** What a confirmation says of an operation: whom it e-mails, and whether it can be taken back. */

const emailsMany: ReadonlySet<string> = new Set([
  "maintenance plan",
  "maintenance cancel",
  "tariffs price",
  "tariffs cancel-change",
  "settings set",
  "announcements send",
]);

const emailsOne: ReadonlySet<string> = new Set([
  "clients block",
  "clients unblock",
  "two-step remove",
  "servers block",
  "servers release",
  "servers reinstate",
  "servers revoke",
  "servers refund",
  "servers upgrade",
  "test-servers approve",
  "test-servers reject",
  "deposits accept",
  "deposits paid",
  "deposits reject",
  "deposits refund",
  "balance confirm",
  "withdrawals send",
  "withdrawals pay",
  "withdrawals reject",
  "emails resend",
  "invoices resend",
  "invoices correct",
]);

/**
 * Returns whom an operation e-mails at once: `many` clients, as many as the column `clients` of its preview counts, or
 * the `one` that it concerns.
 */
export function emailedBy(operation: string): "many" | "one" | undefined {
  if (emailsMany.has(operation)) return "many";
  return emailsOne.has(operation) ? "one" : undefined;
}
export const operationsEmailingMany: readonly string[] = [...emailsMany];
export const operationsEmailingOne: readonly string[] = [...emailsOne];

/** Operations of which nothing can be taken back: money has left, data is deleted, something is closed for good. */
const irreversible: ReadonlySet<string> = new Set([
  "servers revoke",
  "servers refund",
  "servers upgrade",
  "servers rollback",
  "servers drop-snapshot",
  "servers dismiss",
  "deposits refund",
  "deposits reject",
  "deposits settle",
  "withdrawals pay",
  "invoices correct",
  "announcements cancel",
]);
export const isIrreversible = (operation: string): boolean => irreversible.has(operation);
export const irreversibleOperations: readonly string[] = [...irreversible];
