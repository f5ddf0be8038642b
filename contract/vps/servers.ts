import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { cents, timestamp } from "#contract/fields";
import { integer } from "#contract/integer";
import { serversPerPage } from "#contract/rules";
import { comment, server } from "./fields";
import { maintenance } from "./maintenance";
import { machine, payablePeriod } from "./rates";
import { orderStatuses, serverEventKinds, serverFilters, serverStatuses, upgradeStatuses } from "./status";

/** The list of servers and the details of one (screens, "VPS"). */

export const serverSorts = ["id", "tariff", "issued", "paidUntil", "status"] as const;
export type ServerSort = (typeof serverSorts)[number];

const row = {
  id: z.string(),
  tariff: z.string(),
  comment: z.string(),
  isTest: z.boolean(),
  issuedAt: timestamp,
  paidUntil: timestamp,
  /** Months of an automatic renewal. */
  renewalMonths: z.int(),
  autoRenewal: z.boolean(),
  status: z.enum(serverStatuses),
  /** Null until the machine is ready, and after it is removed. */
  ip: z.nullable(z.string()),
  /** When a blocked server will be revoked, or when a revoked one was. */
  revokedOn: z.nullable(timestamp),
};

/** A row of the list, without login and password. */
export const serverRow = z.object({ ...row, hasUpgrade: z.boolean() });
export type ServerRow = z.output<typeof serverRow>;

/** The order of the list if its URL has none: what ends soonest comes first, revoked servers last. */
export const usualOrder = { sort: "paidUntil", direction: "asc" } as const;

/** Longer search texts are cut, so that a list's URL is never rejected. */
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
  sort: z.catch(z.enum(serverSorts), usualOrder.sort),
  direction: z.catch(z.enum(["asc", "desc"]), usualOrder.direction),
  page: z.catch(integer({ min: 1, max: 100_000 }), 1),
});
export type ServersQuery = z.output<typeof serversQuery>;

export const servers = defineEndpoint({
  method: "GET",
  path: "/vps/servers",
  access: "client",
  summary: `Lists the client's servers, ${serversPerPage} per page, by default what ends soonest first; a page past the end returns the last one`,
  input: serversQuery,
  output: z.object({
    servers: z.array(serverRow),
    page: z.int(),
    pages: z.int(),
    /** Number of matching servers. */
    total: z.int(),
    /** Number of all servers, regardless of the search. */
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
  /** Renewal prices by period; at the larger tariff's prices if an upgrade is accepted. */
  periods: z.array(payablePeriod),
  balanceCents: cents,
  /** The pending or running upgrade. */
  upgrade: z.nullable(upgrade),
  /** Blocked by the operator; a payment does not unblock it. */
  isHeld: z.boolean(),
  /** Whether the machine supports snapshots. */
  hasSnapshots: z.boolean(),
  /** The server's next maintenance, or the running one. */
  maintenance: z._default(z.nullable(maintenance), null),
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

/** An event in a server's history, newest first; `amountCents` is a payment (negative) or a refund. */
export const serverEvent = z.object({
  id: z.string(),
  kind: z.enum(serverEventKinds),
  at: timestamp,
  /** For payments: the receipt's id, the sum and the months paid for. */
  payment: z.nullable(
    z.object({
      receiptId: z.nullable(z.string()),
      amountCents: z.int(),
      months: z.nullable(z.int()),
      tariff: z.string(),
    }),
  ),
  /** For operations on the machine. */
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
