import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { operatingSystem, server } from "./fields";
import { controlActions, machineActions, orderStatuses, serverStatuses } from "./status";

/** Control, reinstall and credentials of a machine, and the provisioner's reports (screens, "VPS"). */

export const controlRequest = z.object({
  id: z.string(),
  action: z.enum(machineActions),
  status: z.enum(orderStatuses),
  acceptedAt: timestamp,
  runningAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
});
export type ControlRequest = z.output<typeof controlRequest>;

export const controlState = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/control",
  access: "client",
  summary: "Returns the power state and the latest requests, newest first",
  input: server,
  output: z.object({
    isOn: z.boolean(),
    status: z.enum(serverStatuses),
    /**
     * An operation is in progress that a new request would conflict with: one of these requests, or one of the
     * provider's own, such as unblocking.
     */
    isBusy: z.boolean(),
    requests: z.array(controlRequest),
  }),
});

export const controlForm = z.object({ action: z.enum(controlActions) });

export const control = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/control",
  access: "client",
  summary: "Queues turning on, turning off or restarting; one at a time, 1 to 2 minutes",
  input: z.extend(server, controlForm.shape),
  output: controlRequest,
  idempotent: true,
});

export const reinstallState = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/reinstall",
  access: "client",
  summary: "Lists operating systems for a reinstall and whether it is possible now",
  input: server,
  output: z.object({
    status: z.enum(serverStatuses),
    /** An operation is in progress that a new request would conflict with. */
    isBusy: z.boolean(),
    operatingSystem: z.string(),
    operatingSystems: z.array(z.string()),
    /** Whether the machine supports snapshots; a reinstall deletes them. */
    hasSnapshots: z.boolean(),
  }),
});

export const reinstallForm = z.object({ operatingSystem });

export const reinstall = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/reinstall",
  access: "client",
  summary: "Queues a reinstall: erases disk and snapshots, keeps the address, sets a new password",
  recentAuth: "ifTwoStep",
  input: z.extend(server, reinstallForm.shape),
  output: controlRequest,
  idempotent: true,
});

export const resetServerPassword = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/password",
  access: "client",
  summary: "Queues a password reset; the server restarts",
  recentAuth: "ifTwoStep",
  input: server,
  output: controlRequest,
  idempotent: true,
});

export const credentials = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/credentials",
  access: "client",
  summary: "Returns a server's address, login and password view history, without the password",
  input: server,
  output: z.object({
    ip: z.string(),
    login: z.string(),
    operatingSystem: z.string(),
    /** Times and addresses of the views of its password, newest first. */
    reveals: z.array(z.object({ at: timestamp, address: z.string() })),
  }),
});

export const revealPassword = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/credentials",
  access: "client",
  summary: "Returns a server's password and logs the view",
  recentAuth: "ifTwoStep",
  input: server,
  output: z.object({ password: z.string() }),
});

export const remoteDesktopFile = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/rdp",
  access: "client",
  summary: "Returns a Remote Desktop file without the password",
  input: server,
  answer: "file",
});

export const provisionerCallback = defineEndpoint({
  method: "POST",
  path: "/vps/provisioner/callback",
  access: "signed",
  summary:
    "Receives the provisioner's order status, signed with HMAC-SHA256 over time and body; repeats change nothing",
});
