import * as z from "zod/mini";
import { codeLifetimeMinutes, withdrawalWorkingDays } from "#contract/rules";

/**
 * Values of a letter: a name that ends in `Cents` is shown as money, one in `At` as a time, one in `On` or `Until` as a date
 * (both ISO 8601). `name` is the reader's and fills the greeting.
 */
type Fields = Record<string, z.ZodMiniType>;

type Look<V> = {
  /** The address of the button: whole, or below the cabinet's origin. */
  path?: (values: V) => string | undefined;
  /** A code shown large under the text; the text `<template>After` follows it. */
  code?: (values: V) => string;
  /** Chooses between texts: `Approved` makes it `<template>TextApproved`, and `…SubjectApproved` where there is one. */
  variant?: (values: V) => string;
  /** Values that stand under the text as rows: the name of each is that of its label, `row_<name>`. */
  rows?: (values: V) => string[];
  /** The sum that the rows end with, under a double rule: its label is `total_<template>`. */
  total?: (values: V) => string | undefined;
  /** What the letter proves is paid: it says who the provider is. */
  isReceipt?: boolean;
  /** Values that the texts name and that are the same in every such letter. */
  constants?: Record<string, string | number>;
};

export type Template = { values: z.ZodMiniObject; look: Look<Record<string, unknown>> };

const text = z.string();
const cents = z.int();
const time = z.string();

function template<F extends Fields>(fields: F, look: Look<z.output<z.ZodMiniObject<F>>> = {}) {
  return { values: z.object({ name: text, ...fields }), look: look as Look<Record<string, unknown>> };
}

/** Who named the reader as a second recipient: such a reader has no account here, so that greeting and foot are others. */
const addedBy = text;
/** The link "It was not me", below the cabinet's origin; letters that waited for an upgrade have none. */
const notMePath = z.optional(text);
const server = { serverId: text, tariff: text };
const serverRows = ["serverId", "tariff", "paidUntil"];
const id = encodeURIComponent;

/** How long the link of the confirmation letter works. */
const confirmDays = 3;

/** How long the link of a letter that asks a second recipient works. */
export const invitationDays = 7;

/** Every letter that the service sends, with the values it needs. */
export const templates = {
  confirmEmail: template({ link: text }, { path: (v) => v.link, constants: { count: confirmDays } }),
  resetCode: template({ code: text }, { code: (v) => v.code, constants: { minutes: codeLifetimeMinutes } }),
  passwordChanged: template({ changedAt: time, notMePath }, { path: () => "/forgot-password" }),
  newDevice: template(
    { device: text, address: text, seenAt: time, notMePath },
    { path: () => "/profile#sessions", rows: () => ["device", "address", "seenAt"] },
  ),
  securityChanged: template(
    {
      change: z.enum([
        "TotpOn",
        "TotpOff",
        "PasskeyAdded",
        "PasskeyRemoved",
        "RecoveryUsed",
        "RecoveryMade",
        "ChatLinked",
      ]),
      changedAt: time,
      notMePath,
    },
    { path: () => "/profile/activity", variant: (v) => v.change },
  ),
  transferReceived: template(
    { from: text, amountCents: cents },
    {
      path: () => "/balance-operations/history/transfers",
      rows: () => ["from"],
      total: () => "amountCents",
    },
  ),
  serverReady: template(
    { ...server, paidUntil: time },
    { path: (v) => `/vps/servers/${id(v.serverId)}/credentials`, rows: () => serverRows },
  ),
  testServerDecided: template(
    { approved: z.boolean(), reason: z.optional(text) },
    { path: () => "/vps", variant: (v) => (v.approved ? "Approved" : "Rejected") },
  ),
  renewalSoon: template(
    { ...server, paidUntil: time, priceCents: cents, balanceCents: cents, autoRenewal: z.boolean() },
    {
      path: (v) => `/vps/servers/${id(v.serverId)}/renewal`,
      variant: (v) => (v.autoRenewal ? "Auto" : "Manual"),
      rows: () => [...serverRows, "balanceCents"],
      total: () => "priceCents",
    },
  ),
  serverBlocked: template(
    { ...server, paidUntil: time, revokedOn: time },
    { path: (v) => `/vps/servers/${id(v.serverId)}/renewal`, rows: () => [...serverRows, "revokedOn"] },
  ),
  serverRevoked: template(server, { path: () => "/vps" }),
  renewed: template(
    { ...server, paidUntil: time, priceCents: cents },
    { path: () => "/vps", rows: () => serverRows, total: () => "priceCents", isReceipt: true },
  ),
  /** A deposit that is on the balance; `number` is its order's. */
  depositReceived: template(
    { number: text, method: text, receivedAt: time, email: text, amountCents: cents },
    {
      path: (v) => `/balance-operations/receipt/deposits/${id(v.number)}`,
      rows: () => ["number", "receivedAt", "method", "email"],
      total: () => "amountCents",
      isReceipt: true,
    },
  ),
  monitoringRenewed: template(
    { count: z.int(), paidUntil: time, priceCents: cents },
    {
      path: () => "/online-monitoring",
      rows: () => ["count", "paidUntil"],
      total: () => "priceCents",
      isReceipt: true,
    },
  ),
  /** `count` accounts are paused by it. */
  monitoringEnded: template({ count: z.int() }, { path: () => "/online-monitoring" }),
  /** `path` is the account's page, where the reader may see it; figures and picture stand between the text and the button. */
  monitoringReport: template(
    {
      ...{ account: text, number: text, days: text, path: z.optional(text), addedBy: z.optional(addedBy) },
      period: z.enum(["daily", "weekly", "monthly"]),
    },
    { path: (v) => v.path, variant: (v) => v.period },
  ),
  /** `alerts`: one line each. */
  monitoringAlert: template(
    { account: text, number: text, alerts: text, path: z.optional(text), addedBy: z.optional(addedBy) },
    { path: (v) => v.path },
  ),
  /** Asks a second recipient. Nothing in it but the address and the number is the owner's to write. */
  recipientInvited: template(
    { addedBy, number: text, letters: z.enum(["Reports", "Alerts"]), path: text },
    { path: (v) => v.path, variant: (v) => v.letters, constants: { count: invitationDays } },
  ),
  withdrawalRequested: template(
    { amountCents: cents, method: text, wallet: text },
    {
      path: () => "/partner-program",
      constants: { days: withdrawalWorkingDays },
      rows: () => ["method", "wallet"],
      total: () => "amountCents",
    },
  ),
  withdrawalDecided: template(
    {
      ...{ amountCents: cents, method: text, wallet: text, paid: z.boolean() },
      ...{ expired: z.optional(z.boolean()), reason: z.optional(text) },
    },
    {
      path: () => "/balance-operations/history/withdrawals",
      variant: (v) => (v.paid ? "Paid" : v.expired ? "Expired" : "Rejected"),
      rows: (v) => (v.paid ? ["method", "wallet"] : []),
      total: (v) => (v.paid ? "amountCents" : undefined),
      isReceipt: true,
    },
  ),
  /** `path` is where the wallet is confirmed, with its code. */
  walletConfirm: template(
    { method: text, wallet: text, path: text },
    { path: (v) => v.path, rows: () => ["method", "wallet"] },
  ),
  supportReply: template(
    { ticketId: text, title: text, text },
    { path: (v) => `/support/${id(v.ticketId)}` },
  ),
};

export type TemplateName = keyof typeof templates;
export type EmailValues<T extends TemplateName> = z.output<(typeof templates)[T]["values"]>;
