import type { Language } from "#contract/languages";
import type { PlainKey } from "#locales/translate";
import { textsIn } from "./locale.server";

/**
 * The description of each page for search engines and previews, by path: a key of
 * `locales/<language>/descriptions.json`, or null if the page provides its own. `route-tree.test.ts` checks that
 * every page is listed.
 */
export const pageDescriptions: Record<string, PlainKey<"descriptions"> | null> = {
  "/login": "login",
  "/login/second-step": "secondStep",
  "/signup": "signup",
  "/forgot-password": "forgotPassword",
  "/password-reset": "passwordReset",
  "/public-offer": "publicOffer",
  "/privacy-policy": "privacyPolicy",
  "/report-a-vulnerability": "reportVulnerability",
  "/it-was-not-me/:token": "notMe",
  "/confirm-email/:token": "confirmEmail",
  "/profile/email": "changeEmail",
  "/profile/export": "dataExport",
  "/profile/delete": "accountDeletion",
  "/sandbox/pay/:orderId": "sandbox",
  "/vps": "vps",
  "/vps/servers/:serverId": "vpsServer",
  "/vps/order/:rateId": "order",
  "/vps/test-server": "testServer",
  "/vps/servers/:serverId/comment": "comment",
  "/vps/servers/:serverId/control": "control",
  "/vps/servers/:serverId/reinstall": "reinstall",
  "/vps/servers/:serverId/password": "serverPassword",
  "/vps/servers/:serverId/snapshots": "snapshots",
  "/vps/servers/:serverId/credentials": "credentials",
  "/vps/servers/:serverId/renewal": "renewal",
  "/vps/servers/:serverId/upgrade": "upgrade",
  "/online-monitoring": "monitoring",
  "/online-monitoring/accounts": "accounts",
  "/online-monitoring/accounts/new": "newAccount",
  "/online-monitoring/accounts/:monitoringId/connect": "connectAccount",
  "/online-monitoring/accounts/:monitoringId/edit": "editAccount",
  "/online-monitoring/accounts/:monitoringId/key": "replaceKey",
  "/online-monitoring/accounts/:monitoringId/delete": "deleteAccount",
  "/online-monitoring/accounts/:monitoringId/import": "import",
  "/online-monitoring/accounts/:monitoringId/import/:importId": "importPreview",
  "/online-monitoring/add-accounts": "addAccounts",
  "/online-monitoring/guide": "guide",
  "/online-monitoring/public": "publicAccounts",
  "/online-monitoring/compare": "compareAccounts",
  "/online-monitoring/formulas": "formulas",
  "/online-monitoring/:monitoringId": null,
  "/online-monitoring/:monitoringId/origin": "origin",
  "/online-monitoring/:monitoringId/badge": "accountBadge",
  "/online-monitoring/:monitoringId/figures": "accountFigures",
  "/online-monitoring/:monitoringId/table/:table": "accountTable",
  "/online-monitoring/:monitoringId/settings/common": "accountSettings",
  "/online-monitoring/:monitoringId/settings/reports": "reportSettings",
  "/online-monitoring/:monitoringId/settings/notifications": "noticeSettings",
  "/online-monitoring/recipients/:token": "recipient",
  "/online-monitoring/unsubscribe/:token": "unsubscribe",
  "/partner-program": "partner",
  "/partner-program/statistics": "partnerStatistics",
  "/partner-program/network": "partnerNetwork",
  "/partner-program/promo-codes": "promoCodes",
  "/partner-program/withdrawals": "partnerWithdrawals",
  "/partner-program/confirm-wallet": "confirmWallet",
  "/partner-program/promo-codes/:promoCodeId/delete": "deletePromo",
  "/partner-program/withdrawals/:withdrawalId/cancel": "cancelWithdrawal",
  "/balance-operations": "balance",
  "/balance-operations/deposit": "deposit",
  "/balance-operations/deposit/:orderId": "depositStatus",
  "/balance-operations/deposit/:orderId/invoice": "invoice",
  "/balance-operations/transfer": "transfer",
  "/balance-operations/history/:kind": "history",
  "/balance-operations/receipt/:kind/:id": "receipt",
  "/balance-operations/statement": "statement",
  "/balance-operations/invoices": "invoices",
  "/balance-operations/invoices/:invoiceId": "invoiceDocument",
  "/support": "support",
  "/support/new": "newTicket",
  "/support/:ticketId": "ticket",
  "/profile": "profile",
  "/profile/confirm": "confirmPassword",
  "/profile/recovery-codes": "recoveryCodes",
  "/profile/time-zone": "timeZone",
  "/profile/billing": "billing",
  "/profile/two-step": "twoStep",
  "/profile/two-step-off": "twoStepOff",
  "/profile/activity": "activity",
  "/faq": "faq",
  "/faq/:question": "question",
};

const patterns = Object.entries(pageDescriptions)
  .filter(([path]) => path.includes(":"))
  .map(([path, key]) => ({ pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`), key }));

/** Returns the description of a page, or undefined if the path is unknown or the page describes itself. */
export function descriptionOf(pathname: string, language: Language): string | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
  const key = Object.hasOwn(pageDescriptions, path)
    ? pageDescriptions[path]
    : patterns.find(({ pattern }) => pattern.test(path))?.key;
  return key ? textsIn(language, "descriptions")(key) : undefined;
}
