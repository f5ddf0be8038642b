import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { requiredText, timestamp } from "#contract/fields";
import { nameMaxLength } from "#contract/rules";
import { readZoneRule, zoneRuleGrammar } from "#statements/time-zone";
import { monitoringId } from "./period";
import { connectionStates, currencyDisplays, visibilities } from "./status";

/** Accounts of online monitoring (screens, "Online monitoring"). The account's page is in `page.ts`. */

export * from "./import";
export * from "./ingest";
export * from "./notices";
export * from "./page";
export { day, period } from "./period";
export * from "./provenance";
export * from "./public";
export * from "./recipients";
export * from "./status";
export * from "./subscription";
export * from "./trades";

export const accountNumber = z
  .string("specifyAccountNumber")
  .check(
    z.trim(),
    z.minLength(1, { error: "specifyAccountNumber", abort: true }),
    z.maxLength(20, { error: "accountNumberInvalid", abort: true }),
    z.regex(/^0*[1-9]\d*$/, "accountNumberInvalid"),
  );

/**
 * The secret that a terminal shows: at least 16 characters of the URL-safe alphabet. Line breaks in it are removed.
 */
export const activationKey = z.string("specifyActivationKey").check(
  z.overwrite((typed) => typed.replace(/\s+/g, "")),
  z.minLength(1, { error: "specifyActivationKey", abort: true }),
  z.regex(/^[\w-]{16,80}$/, "activationKeyInvalid"),
);

const accountName = requiredText("specifyThingName", nameMaxLength);
const monitoring = { monitoringId };

const money = z.nullable(z.string());

export const accountRow = z.object({
  monitoringId: z.string(),
  number: z.string(),
  name: z.string(),
  server: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  currencyDisplay: z.enum(currencyDisplays),
  state: z.enum(connectionStates),
  /** Time of the terminal's last request. */
  heardAt: z.nullable(timestamp),
  balance: money,
  equity: money,
  /** Of open positions, including swaps. */
  openResult: money,
  /** The closed result of the current UTC day and UTC month. */
  today: money,
  month: money,
  /** Growth of the whole history for the sparkline: [epoch milliseconds, fraction]. */
  growth: z.array(z.tuple([z.number(), z.number()])),
  /** Growth and profit percent of the whole history, as on the account's page. */
  growthPercent: z.nullable(z.number()),
  profitPercent: z.nullable(z.number()),
  /** The largest and the current drawdown as fractions, of the balance or of the equity, whichever is deeper. */
  drawdownPercent: z.nullable(z.number()),
  drawdownNow: z.nullable(z.number()),
  views: z.int(),
  /** The client's server on which the terminal runs. */
  serverId: z.nullable(z.string()),
});
export type AccountRow = z.output<typeof accountRow>;

export const accountList = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts",
  access: "client",
  section: "monitoring",
  summary: "Lists the client's accounts, oldest first",
  output: z.object({ accounts: z.array(accountRow), available: z.int() }),
});

export const newActivationKey = defineEndpoint({
  method: "GET",
  path: "/monitoring/activation-key",
  access: "client",
  inView: "refused",
  section: "monitoring",
  summary: "Returns a new activation key; nothing is stored until it is used",
  output: z.object({ activationKey: z.string() }),
});

export const createAccountInput = z.object({ number: accountNumber, name: accountName, activationKey });

export const createAccount = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts",
  access: "client",
  section: "monitoring",
  summary: "Adds an account; only a hash of its key is stored once its terminal has sent data",
  input: createAccountInput,
  output: z.object({ monitoringId: z.string() }),
});

export const connectAccount = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/connection",
  access: "client",
  inView: "refused",
  section: "monitoring",
  summary: "Returns whether an account's terminal has connected and, until then, its activation key",
  input: z.object(monitoring),
  output: z.object({
    number: z.string(),
    name: z.string(),
    state: z.enum(connectionStates),
    heardAt: z.nullable(timestamp),
    activationKey: z.nullable(z.string()),
  }),
});

export const editAccountInput = z.object({
  name: accountName,
  /** One of the client's servers; empty for none. */
  serverId: z.optional(z.string().check(z.maxLength(40))),
});

export const editAccount = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId",
  access: "client",
  section: "monitoring",
  summary: "Updates an account's name and server",
  input: z.extend(editAccountInput, monitoring),
});

export const serversToTie = defineEndpoint({
  method: "GET",
  path: "/monitoring/accounts/:monitoringId/servers",
  access: "client",
  section: "monitoring",
  summary: "Lists servers that an account's terminal can run on: active ones and the one already set",
  input: z.object(monitoring),
  output: z.object({ servers: z.array(z.object({ id: z.string(), comment: z.string() })) }),
});

export const deleteAccount = defineEndpoint({
  method: "DELETE",
  path: "/monitoring/accounts/:monitoringId",
  access: "client",
  section: "monitoring",
  summary: "Deletes an account and its history",
  input: z.object(monitoring),
});

export const replaceKeyInput = z.object({ activationKey });

export const replaceKey = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/key",
  access: "client",
  section: "monitoring",
  summary: "Sets a new activation key; the old one stops working immediately",
  input: z.extend(replaceKeyInput, monitoring),
});

export const sharingInput = z.object({
  visibility: z.enum(visibilities, "chooseVisibility"),
  showMoney: z.optional(z.boolean()),
  showPositions: z.optional(z.boolean()),
  showNumber: z.optional(z.boolean()),
});

export const setSharing = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/sharing",
  access: "client",
  section: "monitoring",
  summary: "Sets who can see the account page and what it shows; anything not listed is hidden",
  input: z.extend(sharingInput, monitoring),
});

export const setCurrencyDisplay = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/currency",
  access: "client",
  section: "monitoring",
  summary: "Sets whether money is shown with the currency symbol or code",
  input: z.object({ ...monitoring, currencyDisplay: z.enum(currencyDisplays, "chooseCurrencyDisplay") }),
});

/** A rule of `time-zone.ts`, or `auto`: detected from the terminal's data. */
export const brokerZone = z
  .string("chooseZone")
  .check(z.refine((zone) => zone === "auto" || readZoneRule(zone) !== null, "chooseZone"))
  .register(z.globalRegistry, { description: `\`auto\`, or ${zoneRuleGrammar}`, examples: ["US+02:00"] });

export const setBrokerZone = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/zone",
  access: "client",
  section: "monitoring",
  summary: "Sets the broker's time zone and recalculates the history",
  input: z.object({ ...monitoring, zone: brokerZone }),
});

export const replaceAddress = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/address",
  access: "client",
  section: "monitoring",
  summary: "Replaces the account page address; the old one stops working immediately",
  input: z.object(monitoring),
  output: z.object({ monitoringId: z.string() }),
});
