import { canUpgrade, serverStatuses } from "#contract/vps/status";
import type { RowAction, Section } from "./admin-section";
import { has, ifDecidable } from "./admin-section";

const notRevoked = has("status", ...serverStatuses.filter((one) => one !== "revoked"));
const ofServer = { inputColumns: { id: "id" }, isSeldom: true } as const;

/** What else staff do with a server; its row has the columns `id` and `status`. */
export const seldomServerActions = [
  { operation: "servers snapshots", ...ofServer, hasForm: true, where: notRevoked },
  { operation: "servers snapshot", ...ofServer, hasForm: true, where: notRevoked },
  { operation: "servers rollback", ...ofServer, hasForm: true, where: notRevoked },
  { operation: "servers drop-snapshot", ...ofServer, hasForm: true, where: notRevoked },
  { operation: "servers console", ...ofServer, where: notRevoked },
  { operation: "servers refund", ...ofServer, hasForm: true, where: has("status", "settingUp") },
  { operation: "servers revoke", ...ofServer, hasForm: true, where: notRevoked, variant: "danger" },
] as const satisfies readonly RowAction[];

/** The console's page of requests for test servers, machine orders, maintenance and servers. */
export const machinesSection = {
  lists: [
    {
      operation: "test-servers list",
      actions: [
        { operation: "test-servers approve", inputColumns: { id: "id" }, variant: "primary" },
        { operation: "test-servers reject", inputColumns: { id: "id" }, hasForm: true },
      ],
    },
    {
      operation: "servers failed",
      actions: [
        { operation: "servers retry", inputColumns: { order: "order" }, variant: "primary" },
        {
          operation: "servers refund",
          inputColumns: { id: "server" },
          hasForm: true,
          ...ifDecidable("servers refund", "kind"),
        },
        {
          operation: "servers refund-upgrade",
          inputColumns: { id: "server" },
          hasForm: true,
          ...ifDecidable("servers refund-upgrade", "kind"),
        },
        {
          operation: "servers dismiss",
          inputColumns: { order: "order" },
          hasForm: true,
          ...ifDecidable("servers dismiss", "kind"),
        },
      ],
    },
    {
      operation: "servers orders",
      actions: [{ operation: "servers orders", inputColumns: { order: "order" }, hasForm: true }],
    },
    { operation: "capacity show" },
    {
      operation: "maintenance list",
      actions: [
        {
          operation: "maintenance cancel",
          inputColumns: { id: "id" },
          where: has("state", "planned", "running"),
        },
      ],
    },
    {
      operation: "drifts list",
      actions: [{ operation: "drifts settle", inputColumns: { driftId: "id" }, hasForm: true }],
    },
    {
      operation: "servers list",
      actions: [
        {
          operation: "servers block",
          inputColumns: { id: "id" },
          hasForm: true,
          where: [has("held", false), has("status", ...serverStatuses.filter((one) => one !== "revoked"))],
        },
        { operation: "servers release", inputColumns: { id: "id" }, where: has("held", true) },
        {
          operation: "servers upgrade",
          inputColumns: { id: "id" },
          hasForm: true,
          where: has("status", ...serverStatuses.filter(canUpgrade)),
        },
        ...seldomServerActions,
      ],
    },
  ],
  // few revoked servers can be set up again: a difference of the books offers it
  buttons: ["maintenance plan", "drifts check", "servers reinstate"],
} as const satisfies Section;
