import * as z from "zod/mini";
import { codeLifetimeMinutes, walletLinkDays, withdrawalWorkingDays } from "#contract/rules";
import { accountTemplates, notMePath } from "./account-templates";
import { monitoringTemplates } from "./monitoring-templates";
import { cents, template, text, time } from "./template";

const server = { serverId: text, comment: z.optional(text), tariff: text };
const serverRows = ["serverId", "tariff", "paidUntil"];
const id = encodeURIComponent;

/** Days that the link of the confirmation email works. */
const confirmDays = 3;

/** What a client is notified of by `securityChanged`. */
export const securityChanges = [
  "TotpOn",
  "TotpOff",
  "PasskeyAdded",
  "PasskeyRemoved",
  "RecoveryUsed",
  "RecoveryMade",
  "ChatLinked",
] as const;

/** Every email that the service sends, with the values it needs. */
export const templates = {
  confirmEmail: template(
    { link: text },
    { path: (v) => v.link, constants: { count: confirmDays }, isWithoutLogin: true },
  ),
  resetCode: template({ code: text }, { code: (v) => v.code, constants: { minutes: codeLifetimeMinutes } }),
  passwordChanged: template({ changedAt: time, notMePath }, { path: () => "/profile/activity" }),
  ...accountTemplates,
  newDevice: template(
    { device: text, address: text, seenAt: time, notMePath },
    { path: () => "/profile#sessions", rows: () => ["device", "address", "seenAt"] },
  ),
  securityChanged: template(
    {
      change: z.enum(securityChanges),
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
  serverReinstalled: template(
    { ...server, operatingSystem: text },
    {
      path: (v) => `/vps/servers/${id(v.serverId)}/credentials`,
      rows: () => ["serverId", "tariff", "operatingSystem"],
    },
  ),
  serverPasswordReset: template(server, {
    path: (v) => `/vps/servers/${id(v.serverId)}/credentials`,
    rows: () => ["serverId", "tariff"],
  }),
  testServerDecided: template(
    { approved: z.boolean(), reason: z.optional(text) },
    { path: () => "/vps", variant: (v) => (v.approved ? "Approved" : "Rejected") },
  ),
  renewalSoon: template(
    { ...server, paidUntil: time, priceCents: cents, balanceCents: cents, autoRenewal: z.boolean() },
    {
      path: (v) => {
        const renewal = `/vps/servers/${id(v.serverId)}/renewal`;
        const missing = (v.priceCents - v.balanceCents) / 100;
        return missing > 0
          ? `/balance-operations/deposit?amount=${missing.toFixed(2)}&returnTo=${encodeURIComponent(renewal)}`
          : renewal;
      },
      variant: (v) => (v.autoRenewal ? "Auto" : v.balanceCents < v.priceCents ? "Lacking" : "Manual"),
      rows: () => [...serverRows, "balanceCents"],
      total: () => "priceCents",
    },
  ),
  serverBlocked: template(
    { ...server, paidUntil: time, revokedOn: time },
    { path: (v) => `/vps/servers/${id(v.serverId)}/renewal`, rows: () => [...serverRows, "revokedOn"] },
  ),
  /** An operator decides about the server: its payment was reversed, or the operator blocked it. */
  serverHeld: template(
    { ...server, isReversal: z.boolean(), reason: text },
    {
      path: () => "/support/new",
      variant: (v) => (v.isReversal ? "Reversed" : "Blocked"),
      rows: () => ["serverId", "tariff"],
    },
  ),
  serverReleased: template(
    { ...server, paidUntil: time },
    { path: (v) => `/vps/servers/${id(v.serverId)}`, rows: () => serverRows },
  ),
  /** The server's machine was deleted by mistake and is created again. */
  serverReinstated: template(
    { ...server, paidUntil: time },
    { path: (v) => `/vps/servers/${id(v.serverId)}`, rows: () => serverRows },
  ),
  serverTakenBack: template(
    { ...server, reason: text },
    { path: () => "/support/new", rows: () => ["serverId", "tariff"] },
  ),
  /** For a server that could not be set up, or an upgrade that failed. */
  serverRefunded: template(
    { ...server, isUpgrade: z.boolean(), amountCents: cents, reason: text },
    {
      path: () => "/balance-operations",
      variant: (v) => (v.isUpgrade ? "Upgrade" : "Server"),
      rows: () => ["serverId", "tariff"],
      total: () => "amountCents",
    },
  ),
  /** Staff upgrades the server at its client's request; `tariff` is the old plan. */
  serverUpgraded: template(
    { ...server, newTariff: text, amountCents: cents, reason: text },
    {
      path: (v) => `/vps/servers/${id(v.serverId)}`,
      rows: () => ["serverId", "tariff", "newTariff"],
      total: () => "amountCents",
      isReceipt: true,
    },
  ),
  /** Staff has restricted the account to reading and tickets, or has lifted the restriction. */
  accountBlocked: template({ reason: text }, { path: () => "/support/new" }),
  accountUnblocked: template({}, { path: () => "/vps" }),
  balanceCorrected: template(
    { isCredit: z.boolean(), amountCents: cents, reason: text },
    { path: () => "/balance-operations", variant: (v) => (v.isCredit ? "Credit" : "Debit") },
  ),
  /** A deposit that left the balance; `number` is its order's. */
  depositRefunded: template(
    {
      number: text,
      way: z.enum(["System", "Hand", "Reversed", "Declined"]),
      amountCents: cents,
      reason: text,
    },
    {
      path: () => "/balance-operations",
      variant: (v) => v.way,
      rows: () => ["number"],
      total: () => "amountCents",
    },
  ),
  serverRevoked: template(server, { path: () => "/vps" }),
  renewed: template(
    { ...server, paidUntil: time, priceCents: cents },
    { path: () => "/vps", rows: () => serverRows, total: () => "priceCents", isReceipt: true },
  ),
  /** A deposit credited to the balance; `number` is its order's. */
  depositReceived: template(
    { number: text, method: text, receivedAt: time, email: text, amountCents: cents },
    {
      path: (v) => `/balance-operations/receipt/deposits/${id(v.number)}`,
      rows: () => ["number", "receivedAt", "method", "email"],
      total: () => "amountCents",
      isReceipt: true,
    },
  ),
  /** Staff has rejected a deposit under review; `number` is its order's. */
  depositRejected: template(
    { number: text, method: text, amountCents: cents, reason: text },
    {
      path: (v) => `/balance-operations/deposit/${id(v.number)}`,
      rows: () => ["number", "method"],
    },
  ),
  /** An invoice or a credit note was issued. */
  invoiceSent: template(
    { number: text, isCredit: z.boolean(), invoiceId: text, totalCents: cents, reason: text },
    {
      path: (v) => `/balance-operations/invoices/${id(v.invoiceId)}`,
      variant: (v) => (v.isCredit ? "Credit" : ""),
      rows: (v) => (v.reason ? ["number", "reason"] : ["number"]),
      total: () => "totalCents",
      isReceipt: true,
    },
  ),
  priceChange: template(
    { tariff: text, count: z.int(), oldPriceCents: cents, newPriceCents: cents, holdsOn: text },
    { path: () => "/vps", rows: () => ["tariff", "oldPriceCents", "newPriceCents", "holdsOn"] },
  ),
  priceChangeCancelled: template({ tariff: text, count: z.int() }, { path: () => "/vps" }),
  ...monitoringTemplates,
  withdrawalRequested: template(
    { amountCents: cents, method: text, wallet: text },
    {
      path: () => "/partner-program/withdrawals",
      constants: { days: withdrawalWorkingDays },
      rows: () => ["method", "wallet"],
      total: () => "amountCents",
    },
  ),
  withdrawalDecided: template(
    {
      amountCents: cents,
      method: text,
      wallet: text,
      paid: z.boolean(),
      expired: z.optional(z.boolean()),
      reason: z.optional(text),
      reference: z.optional(text),
    },
    {
      path: () => "/balance-operations/history/withdrawals",
      variant: (v) => (v.paid ? "Paid" : v.expired ? "Expired" : "Rejected"),
      rows: (v) => (v.paid ? ["method", "wallet", ...(v.reference ? (["reference"] as const) : [])] : []),
      total: (v) => (v.paid ? "amountCents" : undefined),
      isReceipt: true,
    },
  ),
  /** `path` is the page that confirms the wallet, with its code. */
  walletConfirm: template(
    { method: text, wallet: text, path: text },
    { path: (v) => v.path, rows: () => ["method", "wallet"], constants: { count: walletLinkDays } },
  ),
  supportReply: template(
    { ticketId: text, title: text, text },
    { path: (v) => `/support/${id(v.ticketId)}` },
  ),
  /** From staff to all clients, or to some of them (`modules/announcements`). */
  announcement: template({ subject: text, text }),
  /** Notifies staff of items that need a person (`modules/staff/staff-text.ts`). */
  staffNotice: template({ subject: text, text }, { isForStaff: true }),
};

export type TemplateName = keyof typeof templates;
export type EmailValues<T extends TemplateName> = z.output<(typeof templates)[T]["values"]>;
