import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { snapshotNameMaxLength } from "#contract/rules";
import { server } from "./fields";
import { orderStatuses, serverStatuses, snapshotActions } from "./status";

/** Snapshots of a machine, if its hypervisor supports them. */

/** A snapshot name that hypervisors accept; Proxmox reserves `current` for the machine's present state. */
export const snapshotName = z.string("specifyThingName").check(
  z.trim(),
  z.minLength(1, { error: "specifyThingName", abort: true }),
  z.maxLength(snapshotNameMaxLength, { error: "tooLong", abort: true }),
  z.regex(/^[A-Za-z][A-Za-z0-9_-]+$/, "snapshotNameInvalid"),
  z.refine((name) => name !== "current", "snapshotNameInvalid"),
);

export const snapshotRequest = z.object({
  id: z.string(),
  action: z.enum(snapshotActions),
  snapshot: z.string(),
  status: z.enum(orderStatuses),
  acceptedAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type SnapshotRequest = z.output<typeof snapshotRequest>;

export const snapshotState = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/snapshots",
  access: "client",
  summary: "Lists a server's snapshots and the latest requests, newest first",
  input: server,
  output: z.object({
    status: z.enum(serverStatuses),
    /** Maximum number of snapshots of a machine. */
    limit: z.int(),
    /** Null if the hypervisor does not respond now. */
    snapshots: z.nullable(z.array(z.object({ name: z.string(), takenAt: timestamp }))),
    /** An operation is in progress that a new request would have to wait for. */
    isBusy: z.boolean(),
    requests: z.array(snapshotRequest),
  }),
});

export const snapshotForm = z.object({ snapshot: snapshotName, action: z.enum(snapshotActions) });

export const orderSnapshot = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/snapshots",
  access: "client",
  summary: "Queues creating, restoring or deleting a snapshot; one request at a time",
  input: z.extend(server, snapshotForm.shape),
  output: snapshotRequest,
  idempotent: true,
});
