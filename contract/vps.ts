import * as z from "zod/mini";
import { call } from "./call";
import { cents, optionalText, requiredText, timestamp } from "./fields";
import { commentMaxLength, promoNameMaxLength, rentalMonths, serversPerPage } from "./rules";
import {
  controlActions,
  orderStatuses,
  serverFilters,
  serverStatuses,
  testServerStates,
  upgradeStatuses,
} from "./vps-status";

/** Rates, servers and everything a client does with them (screens, "VPS"). */

const id = z.string().check(z.minLength(1), z.maxLength(40));
const server = z.object({ serverId: id });

/** Whole months of a rental period, from a form or as a number. */
export const months = z.pipe(z.coerce.number("choosePeriod"), z.literal([...rentalMonths], "choosePeriod"));

export const promoCode = z.optional(
  z.string().check(
    z.trim(),
    z.overwrite((value) => value.toUpperCase()),
    z.maxLength(promoNameMaxLength, "tooLong"),
  ),
);

export const operatingSystem = requiredText("chooseOperatingSystem", 60);
export const comment = optionalText(commentMaxLength);

// --- rates ---------------------------------------------------------------------------------------------------------

/** What a period costs, and what it saves against as many single months. */
export const period = z.object({
  months: z.int(),
  priceCents: cents,
  savingCents: cents,
  savingPercent: z.int(),
});
export type Period = z.output<typeof period>;

export const rate = z.object({
  id: z.string(),
  name: z.string(),
  /** Processor cores. */
  processor: z.int(),
  memoryMb: z.int(),
  diskGb: z.int(),
  /** How many trading terminals run well on it. */
  terminals: z.int(),
  /** Per month; null is unlimited. */
  trafficGb: z.nullable(z.int()),
  operatingSystems: z.array(z.string()),
  periods: z.array(period),
});
export type Rate = z.output<typeof rate>;

export const rates = call({
  method: "GET",
  path: "/vps/rates",
  access: "client",
  summary: "Rates on offer, cheapest first, and whether a test server can be ordered",
  output: z.object({ rates: z.array(rate), testServer: z.enum(testServerStates) }),
});

/** A period and where it would end. */
export const payablePeriod = z.extend(period, { paidUntil: timestamp });

export const orderOptions = call({
  method: "GET",
  path: "/vps/rates/:rateId",
  access: "client",
  summary: "What the order form of a rate needs",
  input: z.object({ rateId: id }),
  output: z.object({
    rateId: z.string(),
    tariff: z.string(),
    operatingSystems: z.array(z.string()),
    periods: z.array(payablePeriod),
    balanceCents: cents,
  }),
});

// --- order ---------------------------------------------------------------------------------------------------------

/** What would be paid; `missingCents` is what the balance lacks, 0 where it suffices. */
export const quote = z.object({
  priceCents: cents,
  discountPercent: z.int(),
  discountCents: cents,
  totalCents: cents,
  balanceCents: cents,
  missingCents: cents,
  /** Where the period would end. */
  paidUntil: timestamp,
});
export type Quote = z.output<typeof quote>;

export const quoteRent = call({
  method: "POST",
  path: "/vps/quote",
  access: "client",
  summary: "The price of a rental with a promo code, before it is paid",
  input: z.object({ rateId: id, months, promoCode }),
  output: quote,
});

/** The fields of the order form. */
export const orderForm = z.object({
  months,
  operatingSystem,
  comment,
  promoCode,
  autoRenewal: z.optional(z.boolean()),
});

export const rent = call({
  method: "POST",
  path: "/vps/servers",
  access: "client",
  summary: "Rents a server: charges the balance and has the machine set up",
  input: z.extend(orderForm, { rateId: id }),
  output: z.object({ serverId: z.string(), totalCents: cents, paidUntil: timestamp }),
  idempotent: true,
});

export const testServerForm = z.object({ comment });

export const testServerState = call({
  method: "GET",
  path: "/vps/test-server",
  access: "client",
  summary: "Whether a test server can be ordered, or how the request stands; the tariff of test servers",
  output: z.object({ state: z.enum(testServerStates), tariff: z.nullable(z.string()) }),
});

export const orderTestServer = call({
  method: "POST",
  path: "/vps/test-server",
  access: "client",
  summary: "Asks for a test server; once per client, decided within one business day",
  input: testServerForm,
  idempotent: true,
});

// --- servers -------------------------------------------------------------------------------------------------------

export const serverSorts = ["id", "tariff", "issued", "paidUntil", "status"] as const;
export type ServerSort = (typeof serverSorts)[number];

const row = {
  id: z.string(),
  tariff: z.string(),
  comment: z.string(),
  isTest: z.boolean(),
  issuedAt: timestamp,
  paidUntil: timestamp,
  autoRenewal: z.boolean(),
  status: z.enum(serverStatuses),
};

/** A line of the list: no address, login or password is in it. */
export const serverRow = z.object({ ...row, hasUpgrade: z.boolean() });
export type ServerRow = z.output<typeof serverRow>;

export const serversQuery = z.object({
  /** The beginning of an id. */
  search: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(40))),
  status: z.catch(z.enum(serverFilters), "all"),
  sort: z.catch(z.enum(serverSorts), "issued"),
  direction: z.catch(z.enum(["asc", "desc"]), "desc"),
  page: z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
});
export type ServersQuery = z.output<typeof serversQuery>;

export const servers = call({
  method: "GET",
  path: "/vps/servers",
  access: "client",
  summary: `The client's servers, ${serversPerPage} a page; a page past the last one is the last one`,
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
  /** Months of a renewal by itself. */
  renewalMonths: z.int(),
  /** What a renewal costs, by period; at the larger tariff's prices where an upgrade is accepted. */
  periods: z.array(payablePeriod),
  balanceCents: cents,
  /** The upgrade that is pending or running. */
  upgrade: z.nullable(upgrade),
  /** Blocked by the operator: a payment does not lift it. */
  isHeld: z.boolean(),
  /** When a blocked server is revoked. */
  revokedOn: z.nullable(timestamp),
});
export type ServerDetails = z.output<typeof serverDetails>;

export const getServer = call({
  method: "GET",
  path: "/vps/servers/:serverId",
  access: "client",
  summary: "One server, without its credentials",
  input: server,
  output: serverDetails,
});

export const commentForm = z.object({ comment });

export const changeComment = call({
  method: "POST",
  path: "/vps/servers/:serverId/comment",
  access: "client",
  summary: "Keeps the client's own words about a server",
  input: z.extend(server, commentForm.shape),
});

// --- renewal -------------------------------------------------------------------------------------------------------

export const quoteRenewal = call({
  method: "POST",
  path: "/vps/servers/:serverId/renewal/quote",
  access: "client",
  summary: "The price of a renewal with a promo code, before it is paid",
  input: z.extend(server, { months, promoCode }),
  output: quote,
});

export const renewalForm = z.object({ months, promoCode });

export const renew = call({
  method: "POST",
  path: "/vps/servers/:serverId/renewal",
  access: "client",
  summary: "Pays for a further period; a blocked server works again",
  input: z.extend(server, renewalForm.shape),
  output: z.object({ totalCents: cents, paidUntil: timestamp }),
  idempotent: true,
});

export const setAutoRenewal = call({
  method: "POST",
  path: "/vps/servers/:serverId/auto-renewal",
  access: "client",
  summary: "Has the server renewed by itself before it is paid until, or not",
  input: z.extend(server, { on: z.boolean() }),
});

// --- upgrade -------------------------------------------------------------------------------------------------------

/** A day in UTC: `2026-11-21`. */
export const day = z
  .string("specifyDate")
  .check(z.minLength(1, { error: "specifyDate", abort: true }), z.iso.date("dateInvalid"));

export const upgradeOptions = call({
  method: "GET",
  path: "/vps/servers/:serverId/upgrade",
  access: "client",
  summary: "Larger tariffs, the first and last day to choose, and what a day of each costs more",
  input: server,
  output: z.object({
    rates: z.array(
      z.extend(rate, {
        /** By the day; shown, not charged by. */ differencePerDayCents: z.number(),
        /** From the first day on. */ differenceCents: cents,
      }),
    ),
    firstDay: z.iso.date(),
    lastDay: z.iso.date(),
  }),
});

export const upgradeForm = z.object({
  rateId: z.string("chooseTariff").check(z.minLength(1, "chooseTariff"), z.maxLength(40)),
  date: day,
});

export const quoteUpgrade = call({
  method: "POST",
  path: "/vps/servers/:serverId/upgrade/quote",
  access: "client",
  summary: "The price difference for the days left from a date on",
  input: z.extend(server, upgradeForm.shape),
  output: z.object({ daysLeft: z.int(), totalCents: cents, balanceCents: cents, missingCents: cents }),
});

export const orderUpgrade = call({
  method: "POST",
  path: "/vps/servers/:serverId/upgrade",
  access: "client",
  summary: "Accepts an upgrade for a date and charges the difference; one pending at a time",
  input: z.extend(server, upgradeForm.shape),
  output: z.object({ totalCents: cents, startsAt: timestamp, tariff: z.string() }),
  idempotent: true,
});

export const cancelUpgrade = call({
  method: "POST",
  path: "/vps/servers/:serverId/upgrade/cancel",
  access: "client",
  summary: "Cancels an upgrade that has not started and gives the money back",
  input: server,
  output: z.object({ refundedCents: cents }),
});

// --- control -------------------------------------------------------------------------------------------------------

export const controlRequest = z.object({
  id: z.string(),
  action: z.enum(controlActions),
  status: z.enum(orderStatuses),
  acceptedAt: timestamp,
  runningAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
});
export type ControlRequest = z.output<typeof controlRequest>;

export const controlState = call({
  method: "GET",
  path: "/vps/servers/:serverId/control",
  access: "client",
  summary: "Whether the machine runs, and the last requests, newest first",
  input: server,
  output: z.object({ isOn: z.boolean(), status: z.enum(serverStatuses), requests: z.array(controlRequest) }),
});

export const controlForm = z.object({ action: z.enum(controlActions) });

export const control = call({
  method: "POST",
  path: "/vps/servers/:serverId/control",
  access: "client",
  summary: "Queues turning on, turning off or a restart; one at a time, 1 to 2 minutes",
  input: z.extend(server, controlForm.shape),
  output: controlRequest,
  idempotent: true,
});

// --- credentials ---------------------------------------------------------------------------------------------------

export const credentials = call({
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

export const revealPassword = call({
  method: "POST",
  path: "/vps/servers/:serverId/credentials",
  access: "client",
  summary: "The password of a server; each time is noted for the owner",
  input: server,
  output: z.object({ password: z.string() }),
});

export const remoteDesktopFile = call({
  method: "GET",
  path: "/vps/servers/:serverId/rdp",
  access: "client",
  summary: "A file that opens the server in a remote desktop program; without the password",
  input: server,
  answer: "file",
});

// --- provisioner ---------------------------------------------------------------------------------------------------

export const provisionerCallback = call({
  method: "POST",
  path: "/vps/provisioner/callback",
  access: "signed",
  summary:
    "How an order stands, said by the provisioner: signed by HMAC-SHA256 over time and body; repeats change nothing",
});
