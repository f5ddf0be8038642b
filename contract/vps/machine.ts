import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { operatingSystem, server } from "./fields";
import { controlActions, machineActions, orderStatuses, serverStatuses } from "./status";

/** Control, reinstall and credentials of a machine, and what its provisioner reports (screens, "VPS"). */

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
  summary: "Whether the machine runs, and the last requests, newest first",
  input: server,
  output: z.object({
    isOn: z.boolean(),
    status: z.enum(serverStatuses),
    /** Something is under way that a request would meet: one of these, or what the house does itself, such as unblocking. */
    isBusy: z.boolean(),
    requests: z.array(controlRequest),
  }),
});

export const controlForm = z.object({ action: z.enum(controlActions) });

export const control = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/control",
  access: "client",
  summary: "Queues turning on, turning off or a restart; one at a time, 1 to 2 minutes",
  input: z.extend(server, controlForm.shape),
  output: controlRequest,
  idempotent: true,
});

export const reinstallState = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/reinstall",
  access: "client",
  summary: "The operating systems that a server can be reinstalled with, and whether it can be now",
  input: server,
  output: z.object({
    status: z.enum(serverStatuses),
    /** Something is under way that a request would meet. */
    isBusy: z.boolean(),
    operatingSystem: z.string(),
    operatingSystems: z.array(z.string()),
    /** Whether its machine can have snapshots: a reinstall deletes them. */
    hasSnapshots: z.boolean(),
  }),
});

export const reinstallForm = z.object({ operatingSystem });

export const reinstall = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/reinstall",
  access: "client",
  summary:
    "Queues a reinstall: the disk and the snapshots are erased, the address stays, the password is new",
  proof: "ifTwoStep",
  input: z.extend(server, reinstallForm.shape),
  output: controlRequest,
  idempotent: true,
});

export const resetServerPassword = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/password",
  access: "client",
  summary: "Queues a new password for a server's login; the machine is restarted for it",
  proof: "ifTwoStep",
  input: server,
  output: controlRequest,
  idempotent: true,
});

export const credentials = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/credentials",
  access: "client",
  summary: "Address and login of a server, and when its password was shown; not the password",
  input: server,
  output: z.object({
    ip: z.string(),
    login: z.string(),
    operatingSystem: z.string(),
    /** When its password was shown last, and from where; newest first. */
    reveals: z.array(z.object({ at: timestamp, address: z.string() })),
  }),
});

export const revealPassword = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/credentials",
  access: "client",
  summary: "The password of a server; each time is noted for the owner",
  proof: "ifTwoStep",
  input: server,
  output: z.object({ password: z.string() }),
});

export const remoteDesktopFile = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/rdp",
  access: "client",
  summary: "A file that opens the server in a remote desktop program; without the password",
  input: server,
  answer: "file",
});

export const provisionerCallback = defineEndpoint({
  method: "POST",
  path: "/vps/provisioner/callback",
  access: "signed",
  summary:
    "How an order stands, said by the provisioner: signed by HMAC-SHA256 over time and body; repeats change nothing",
});
