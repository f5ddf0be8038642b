import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";
import { integer } from "#contract/integer";
import { serversPerPage } from "#contract/rules";
import { comment, server } from "./fields";
import { machine, payablePeriod } from "./rates";
import { orderStatuses, serverEventKinds, serverFilters, serverStatuses, upgradeStatuses } from "./status";

/** The list of servers and what is said of one (screens, "VPS"). */

export const serverSorts = ["id", "tariff", "issued", "paidUntil", "status"] as const;
export type ServerSort = (typeof serverSorts)[number];

const row = {
  id: z.string(),
  tariff: z.string(),
  comment: z.string(),
  isTest: z.boolean(),
  issuedAt: timestamp,
  paidUntil: timestamp,
  /** Months of a renewal by itself. */
  renewalMonths: z.int(),
  autoRenewal: z.boolean(),
  status: z.enum(serverStatuses),
  /** Null until the machine is there, and when it is gone. */
  ip: z.nullable(z.string()),
  /** When a blocked server is revoked; of a revoked one, when it was. */
  revokedOn: z.nullable(timestamp),
};

/** A line of the list: no login or password is in it. */
export const serverRow = z.object({ ...row, hasUpgrade: z.boolean() });
export type ServerRow = z.output<typeof serverRow>;

/** What is typed past it is not looked for: an address of a list is never refused. */
const searchMaxLength = 40;

export const serversQuery = z.object({
  /** The beginning of an id or an address, or a part of a comment. */
  search: z.optional(
    z.string().check(
      z.trim(),
      z.toLowerCase(),
      z.overwrite((text) => text.slice(0, searchMaxLength)),
    ),
  ),
  status: z.catch(z.enum(serverFilters), "all"),
  sort: z.catch(z.enum(serverSorts), "issued"),
  direction: z.catch(z.enum(["asc", "desc"]), "desc"),
  page: z.catch(integer({ min: 1, max: 100_000 }), 1),
});
export type ServersQuery = z.output<typeof serversQuery>;

export const servers = defineEndpoint({
  method: "GET",
  path: "/vps/servers",
  access: "client",
  summary: `Lists the client's servers, ${serversPerPage} per page; a page past the end returns the last one`,
  input: serversQuery,
  output: z.object({
    servers: z.array(serverRow),
    page: z.int(),
    pages: z.int(),
    /** How many match. */
    total: z.int(),
    /** How many there are in all, whatever is searched for. */
    all: z.int(),
  }),
});

export const upgrade = z.object({
  id: z.string(),
  status: z.enum(upgradeStatuses),
  rateId: z.string(),
  tariff: z.string(),
  startsAt: timestamp,
  chargedCents: cents,
});

export const serverDetails = z.object({
  ...row,
  rateId: z.string(),
  operatingSystem: z.string(),
  ...machine,
  /** What a renewal costs, by period; at the larger tariff's prices where an upgrade is accepted. */
  periods: z.array(payablePeriod),
  balanceCents: cents,
  /** The upgrade that is pending or running. */
  upgrade: z.nullable(upgrade),
  /** Blocked by the operator: a payment does not lift it. */
  isHeld: z.boolean(),
  /** Whether its machine can have snapshots. */
  hasSnapshots: z.boolean(),
});
export type ServerDetails = z.output<typeof serverDetails>;

export const getServer = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId",
  access: "client",
  summary: "Returns a server without its credentials",
  input: server,
  output: serverDetails,
});

/** What happened to a server, newest first; `amountCents` is what was paid (negative) or given back. */
export const serverEvent = z.object({
  id: z.string(),
  kind: z.enum(serverEventKinds),
  at: timestamp,
  /** Of a payment: its receipt's id, the sum and the months that it was for. */
  payment: z.nullable(
    z.object({
      receiptId: z.nullable(z.string()),
      amountCents: z.int(),
      months: z.nullable(z.int()),
      tariff: z.string(),
    }),
  ),
  /** Of what the machine was asked for. */
  status: z.nullable(z.enum(orderStatuses)),
});
export type ServerEvent = z.output<typeof serverEvent>;

export const serverHistory = defineEndpoint({
  method: "GET",
  path: "/vps/servers/:serverId/history",
  access: "client",
  summary: "Returns a server's payments, requests and password views, newest first",
  input: server,
  output: z.object({ events: z.array(serverEvent) }),
});

export const commentForm = z.object({ comment });

export const changeComment = defineEndpoint({
  method: "POST",
  path: "/vps/servers/:serverId/comment",
  access: "client",
  summary: "Sets the comment of a server",
  input: z.extend(server, commentForm.shape),
});
