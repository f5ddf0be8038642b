/** All links of the cabinet. */

import { addressOfOperation } from "#contract/admin/operation-address";
import type { HistoryKind } from "#contract/balance/ledger-lines";
import type { SectionName } from "./lib/admin-sections";

type PeriodQuery = { period?: string; from?: string; to?: string };

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Builds a path from a template; values are encoded, so that a decoded parameter of a request (`..\evil.example`) stays
 * one segment and cannot lead to another site.
 */
const pathWith = (texts: TemplateStringsArray, ...values: (string | number)[]): string =>
  String.raw({ raw: texts }, ...values.map(encodeURIComponent));

type ServerDialog =
  | "upgrade"
  | "renewal"
  | "credentials"
  | "control"
  | "reinstall"
  | "password"
  | "comment"
  | "snapshots";

/** The badges of an account for other sites. */
export type BadgeFile = "badge.svg" | "badge-dark.svg" | "badge-small.svg";

export const paths = {
  icon: "/favicon.svg",
  home: "/",
  login: (query: { redirectTo?: string; language?: string; confirmed?: "1" } = {}) =>
    withQuery("/login", query),
  signup: (query: { ref?: string } = {}) => withQuery("/signup", query),
  logout: "/logout",
  leftPages: "/logout/pages",
  forgotPassword: "/forgot-password",
  passwordReset: "/password-reset",
  publicOffer: "/public-offer",
  privacyPolicy: "/privacy-policy",
  reportVulnerability: "/report-a-vulnerability",
  chooseTheme: "/actions/theme",
  chooseLanguage: "/actions/language",
  closeAlert: "/actions/close-alert",
  vps: "/vps",
  vpsOrder: (rateId: string) => pathWith`/vps/order/${rateId}`,
  testServer: "/vps/test-server",
  serverPage: (serverId: string) => pathWith`/vps/servers/${serverId}`,
  server: (serverId: string, dialog: ServerDialog, query: { from?: "server"; confirm?: string } = {}) =>
    withQuery(pathWith`/vps/servers/${serverId}/${dialog}`, query),
  remoteDesktopFile: (serverId: string) => pathWith`/vps/servers/${serverId}/rdp`,
  monitoring: "/online-monitoring",
  monitoringAccounts: "/online-monitoring/accounts",
  monitoringGuide: "/online-monitoring/guide",
  adapter: (file: "monitoring.mq4" | "monitoring.mq5") => pathWith`/online-monitoring/guide/${file}`,
  guideFor: (terminal: 4 | 5) => pathWith`/online-monitoring/guide?terminal=${terminal}#terminal`,
  watchTerminal: "/online-monitoring/guide?watch=1",
  connectAccount: (monitoringId: string) => pathWith`/online-monitoring/accounts/${monitoringId}/connect`,
  importHistory: (monitoringId: string) => pathWith`/online-monitoring/accounts/${monitoringId}/import`,
  importPreview: (monitoringId: string, importId: string) =>
    pathWith`/online-monitoring/accounts/${monitoringId}/import/${importId}`,
  monitoringPrice: "/online-monitoring/price",
  addMonitoringAccounts: "/online-monitoring/add-accounts",
  newMonitoringAccount: "/online-monitoring/accounts/new",
  monitoringAccount: (monitoringId: string, dialog: "edit" | "key" | "delete") =>
    pathWith`/online-monitoring/accounts/${monitoringId}/${dialog}`,
  monitoringSettings: (monitoringId: string, tab: "common" | "reports" | "notifications") =>
    pathWith`/online-monitoring/${monitoringId}/settings/${tab}`,
  reportPreview: (monitoringId: string, period: string) =>
    withQuery(pathWith`/online-monitoring/${monitoringId}/settings/reports/preview`, { period }),
  monitoringFile: (
    monitoringId: string,
    file: "trades.csv" | "statistics.json" | "picture.png" | BadgeFile,
    query: Record<string, string | undefined> = {},
  ) => withQuery(pathWith`/online-monitoring/${monitoringId}/${file}`, query),
  monitoringOrigin: (monitoringId: string) => pathWith`/online-monitoring/${monitoringId}/origin`,
  monitoringBadge: (monitoringId: string, query: { look?: string } = {}) =>
    withQuery(pathWith`/online-monitoring/${monitoringId}/badge`, query),
  monitoringFigures: (monitoringId: string, query: Record<string, string | undefined> = {}) =>
    withQuery(pathWith`/online-monitoring/${monitoringId}/figures`, query),
  monitoringTable: (
    monitoringId: string,
    table: "days" | "months" | "symbols",
    query: Record<string, string | number | undefined> = {},
  ) => withQuery(pathWith`/online-monitoring/${monitoringId}/table/${table}`, query),
  publicAccounts: (query: Record<string, string | number | undefined> = {}) =>
    withQuery("/online-monitoring/public", query),
  compareAccounts: (query: { a?: string; b?: string } = {}) => withQuery("/online-monitoring/compare", query),
  monitoringFormulas: "/online-monitoring/formulas",
  monitoringPage: (monitoringId: string, query: Record<string, string | number | undefined> = {}) =>
    withQuery(pathWith`/online-monitoring/${monitoringId}`, query),
  partnerProgram: "/partner-program",
  partnerStatistics: (query: PeriodQuery = {}) => withQuery("/partner-program/statistics", query),
  partnerNetwork: (query: { page?: number | undefined; client?: string | undefined } = {}) =>
    withQuery("/partner-program/network", query),
  promoCodes: "/partner-program/promo-codes",
  partnerWithdrawals: "/partner-program/withdrawals",
  reflinkQr: "/partner-program/qr.svg",
  confirmWallet: "/partner-program/confirm-wallet",
  deletePromoCode: (promoCodeId: string) => pathWith`/partner-program/promo-codes/${promoCodeId}/delete`,
  cancelWithdrawal: (withdrawalId: string) => pathWith`/partner-program/withdrawals/${withdrawalId}/cancel`,
  balance: "/balance-operations",
  operations: (query: PeriodQuery & { page?: number } = {}) => withQuery("/balance-operations", query),
  deposit: (query: { amount?: string; returnTo?: string } = {}) =>
    withQuery("/balance-operations/deposit", query),
  depositStatus: (orderId: string) => pathWith`/balance-operations/deposit/${orderId}`,
  receipt: (kind: HistoryKind, id: string) => pathWith`/balance-operations/receipt/${kind}/${id}`,
  statement: (query: PeriodQuery = {}) => withQuery("/balance-operations/statement", query),
  depositQr: (orderId: string) => pathWith`/balance-operations/deposit/${orderId}/qr.svg`,
  transfer: "/balance-operations/transfer",
  invoices: (query: { page?: number } = {}) => withQuery("/balance-operations/invoices", query),
  invoice: (invoiceId: string) => pathWith`/balance-operations/invoices/${invoiceId}`,
  invoicePdf: (invoiceId: string) => pathWith`/balance-operations/invoices/${invoiceId}/pdf`,
  billingDetails: "/profile/billing",
  history: (kind: HistoryKind, query: PeriodQuery & { page?: number } = {}) =>
    withQuery(pathWith`/balance-operations/history/${kind}`, query),
  historyCsv: (kind: HistoryKind, query: PeriodQuery = {}) =>
    withQuery(pathWith`/balance-operations/history/${kind}/csv`, query),
  support: "/support",
  supportPage: (page: number) => withQuery("/support", { page: page > 1 ? page : undefined }),
  newTicket: "/support/new",
  ticket: (ticketId: string) => pathWith`/support/${ticketId}`,
  /** The ticket without its form; without script the page reloads itself. */
  followTicket: (ticketId: string, turn: 1 | 2 = 1) => pathWith`/support/${ticketId}?follow=${turn}#last`,
  ticketFile: (ticketId: string, fileId: string) => pathWith`/support/${ticketId}/files/${fileId}`,
  ticketVersion: (ticketId: string) => pathWith`/support/${ticketId}/version`,
  profile: "/profile",
  /** Asks again for the password and the second step, then returns to `redirectTo`. */
  confirm: (query: { redirectTo?: string } = {}) => withQuery("/profile/confirm", query),
  changeEmail: "/profile/email",
  dataExport: "/profile/export",
  dataExportFile: "/profile/export/file",
  deleteAccount: "/profile/delete",
  twoStep: "/profile/two-step",
  twoStepOff: "/profile/two-step-off",
  recoveryCodes: "/profile/recovery-codes",
  timeZone: "/profile/time-zone",
  activity: "/profile/activity",
  activityPage: (page: number) => withQuery("/profile/activity", { page: page > 1 ? page : undefined }),
  passkeyOptions: "/profile/passkey-options",
  secondStep: "/login/second-step",
  passkeyLogin: "/login/passkey",
  passkeyLoginOptions: "/login/passkey-options",
  endView: "/view-as-client/end",
  admin: "/admin",
  adminInbox: (query: { kind?: string | undefined; after?: string; before?: string } = {}) =>
    withQuery("/admin", query),
  adminInboxItem: ({ kind, itemId }: { kind: string; itemId: string }) =>
    pathWith`/admin/inbox/${kind}/${itemId}`,
  adminLogin: (query: { redirectTo?: string } = {}) => withQuery("/admin/login", query),
  adminCode: "/admin/login/code",
  adminLogout: "/admin/logout",
  adminClients: (query: { q?: string } = {}) => withQuery("/admin/clients", query),
  adminClient: (clientId: string) => pathWith`/admin/clients/${clientId}`,
  adminTickets: (query: { status?: string; department?: string; after?: string; before?: string } = {}) =>
    withQuery("/admin/tickets", query),
  adminTicket: (ticketId: string, query: { from?: "inbox" } = {}) =>
    withQuery(pathWith`/admin/tickets/${ticketId}`, query),
  adminTicketFile: (ticketId: string, fileId: string) => pathWith`/admin/tickets/${ticketId}/files/${fileId}`,
  adminSection: (
    section: SectionName,
    query: Partial<Record<"list" | "status" | "after" | "before" | "from" | "to", string | undefined>> = {},
  ) => withQuery(`/admin/${section}`, query),
  adminAnnouncements: (query: { after?: string; before?: string } = {}) =>
    withQuery("/admin/announcements", query),
  adminAudit: (query: Record<string, string | undefined> = {}) => withQuery("/admin/audit", query),
  adminLedgerCsv: "/admin/money/ledger.csv",
  adminOperations: "/admin/operations",
  adminOperation: (operation: string, query: Record<string, string | undefined> = {}) =>
    withQuery(pathWith`/admin/operations/${addressOfOperation(operation)}`, query),
  faq: "/faq",
  faqQuestion: (id: string) => pathWith`/faq/${id}`,
} as const;

export { withQuery };
