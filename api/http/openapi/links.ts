import type * as z from "zod/mini";
import type { Endpoint } from "#contract/endpoint";
import { allEndpoints } from "#contract/index";
import { fieldsOf, pathParameters } from "./schema-fields";

type Expressions = Record<string, string>;
type Link = { operationId: string; parameters?: Expressions; requestBody?: Expressions };

/**
 * A link from a response to other endpoints, to all below a path or to some by name: values for path parameters and
 * for body fields.
 */
type Lead = { from: string; to: `/${string}` | readonly string[]; path?: Expressions; body?: Expressions };

const answer = (pointer: string) => `$response.body#${pointer}`;
const sent = (pointer: string) => `$request.body#${pointer}`;
const ofPath = (name: string) => `$request.path.${name}`;

const leads: readonly Lead[] = [
  { from: "user.signup", to: ["user.login"], body: { email: sent("/email"), password: sent("/password") } },
  { from: "user.login", to: ["user.refreshToken"], body: { refreshToken: answer("/refreshToken") } },
  {
    from: "user.currentUser",
    to: ["user.forgotPasswordCode", "user.resendConfirmation", "user.checkForgotOtp"],
    body: { email: answer("/email") },
  },
  { from: "user.checkForgotOtp", to: ["user.resetPassword"], body: { resetTicket: answer("/resetTicket") } },

  {
    from: "partner.partnerInfo",
    to: ["partner.createClick"],
    body: { referral_code: answer("/referral_code") },
  },
  {
    from: "partner.payoutMethods",
    to: ["partner.createWithdrawal"],
    body: { method: answer("/methods/0/id") },
  },
  { from: "partner.createPromoCode", to: ["partner.deletePromoCode"], path: { id: answer("/id") } },
  { from: "partner.promoCodes", to: ["partner.deletePromoCode"], path: { id: answer("/data/0/id") } },
  {
    from: "partner.createWithdrawal",
    to: "/user/partner/withdrawals/:withdrawalId",
    path: { withdrawalId: answer("/withdrawal/id") },
  },
  {
    from: "partner.withdrawals",
    to: "/user/partner/withdrawals/:withdrawalId",
    path: { withdrawalId: answer("/withdrawals/0/id") },
  },

  {
    from: "payments.depositMethods",
    to: ["payments.createDeposit"],
    body: { method: answer("/methods/0/id") },
  },
  {
    from: "payments.createDeposit",
    to: "/payments/deposits/:orderId",
    path: { orderId: answer("/payment/orderId") },
  },
  {
    from: "payments.createDeposit",
    to: "/payments/sandbox/:orderId",
    path: { orderId: answer("/payment/orderId") },
  },
  {
    from: "balance.operations",
    to: ["balance.receipt"],
    path: { kind: answer("/movements/0/receipt/kind"), receiptId: answer("/movements/0/receipt/receiptId") },
  },

  {
    from: "security.sessions",
    to: "/user/sessions/:sessionId",
    path: { sessionId: answer("/sessions/1/id") },
  },
  {
    from: "security.securityState",
    to: ["security.keepPasskey", "security.removePasskey"],
    body: { passkeyId: answer("/passkeys/0/id") },
  },
  { from: "security.passkeyRegistration", to: ["security.addPasskey"], body: { ticket: answer("/ticket") } },
  {
    from: "security.passkeyLoginOptions",
    to: ["security.passkeyLogin"],
    body: { ticket: answer("/ticket") },
  },

  {
    from: "support.departments",
    to: ["support.createTicket"],
    body: { departmentId: answer("/departments/0/id") },
  },
  { from: "support.createTicket", to: "/support/tickets/:ticketId", path: { ticketId: answer("/ticketId") } },
  { from: "support.tickets", to: "/support/tickets/:ticketId", path: { ticketId: answer("/tickets/0/id") } },
  {
    from: "support.ticket",
    to: ["support.ticketFile"],
    path: { ticketId: ofPath("ticketId"), fileId: answer("/messages/0/files/0/id") },
  },

  {
    from: "monitoring.newActivationKey",
    to: ["monitoring.createAccount"],
    body: { activationKey: answer("/activationKey") },
  },
  {
    from: "monitoring.createAccount",
    to: "/monitoring/accounts/:monitoringId",
    path: { monitoringId: answer("/monitoringId") },
  },
  {
    from: "monitoring.accountList",
    to: "/monitoring/accounts/:monitoringId",
    path: { monitoringId: answer("/accounts/0/monitoringId") },
  },
  {
    from: "monitoring.publicAccounts",
    to: "/monitoring/accounts/:monitoringId",
    path: { monitoringId: answer("/accounts/0/monitoringId") },
  },
  {
    from: "monitoring.uploadStatement",
    to: "/monitoring/accounts/:monitoringId/imports/:importId",
    path: { monitoringId: ofPath("monitoringId"), importId: answer("/importId") },
  },

  {
    from: "books.invoices",
    to: "/invoices/:invoiceId",
    path: { invoiceId: answer("/invoices/0/invoiceId") },
  },

  { from: "vps.rates", to: "/vps/rates/:rateId", path: { rateId: answer("/rates/0/id") } },
  {
    from: "vps.orderOptions",
    to: ["vps.quoteRent", "vps.rent"],
    body: {
      rateId: answer("/rateId"),
      months: answer("/periods/0/months"),
      operatingSystem: answer("/operatingSystems/0"),
    },
  },
  { from: "vps.rent", to: "/vps/servers/:serverId", path: { serverId: answer("/serverId") } },
  { from: "vps.servers", to: "/vps/servers/:serverId", path: { serverId: answer("/servers/0/id") } },
  {
    from: "vps.getServer",
    to: ["vps.quoteRenewal", "vps.renew"],
    path: { serverId: answer("/id") },
    body: { months: answer("/periods/0/months") },
  },
  {
    from: "vps.snapshotState",
    to: ["vps.orderSnapshot"],
    path: { serverId: ofPath("serverId") },
    body: { snapshot: answer("/snapshots/0/name") },
  },
  {
    from: "vps.upgradeOptions",
    to: ["vps.quoteUpgrade"],
    path: { serverId: ofPath("serverId") },
    body: { rateId: answer("/rates/0/id"), date: answer("/firstDay") },
  },
  {
    from: "vps.upgradeOptions",
    to: ["vps.orderUpgrade"],
    path: { serverId: ofPath("serverId") },
    body: {
      rateId: answer("/rates/0/id"),
      date: answer("/firstDay"),
      agreedCents: answer("/rates/0/differenceCents"),
    },
  },
];

/** Returns whether a parameter is an enum, so that no response is needed for its value. */
const isWord = (endpoint: Endpoint, name: string) =>
  ((fieldsOf(endpoint.input)[name] as z.ZodMiniType | undefined)?._zod.def as { type?: string })?.type ===
  "enum";

/** Returns the `expressions` for which the endpoint has a field. */
const applicableExpressions = (endpoint: Endpoint, expressions: Expressions = {}) =>
  Object.fromEntries(Object.entries(expressions).filter(([name]) => name in fieldsOf(endpoint.input)));

function linkOf({ name, endpoint }: { name: string; endpoint: Endpoint }, lead: Lead): Link[] {
  const isTarget = Array.isArray(lead.to)
    ? lead.to.includes(name)
    : endpoint.path.startsWith(lead.to as string);
  const isWhole = pathParameters(endpoint.path).every(
    (part) => part in (lead.path ?? {}) || isWord(endpoint, part),
  );
  if (!isTarget || !isWhole) return [];
  const inPath = Object.entries(lead.path ?? {}).filter(([part]) =>
    pathParameters(endpoint.path).includes(part),
  );
  const inBody = Object.entries(applicableExpressions(endpoint, lead.body));
  return [
    {
      operationId: name,
      ...(inPath.length > 0 && { parameters: Object.fromEntries(inPath) }),
      ...(inBody.length > 0 && { requestBody: Object.fromEntries(inBody) }),
    },
  ];
}

/** Endpoints that can be called directly after login. */
const opened = allEndpoints.filter(
  ({ name, endpoint }) =>
    name !== "user.login" &&
    (endpoint.access === "client" ||
      name === "monitoring.publicAccounts" ||
      name === "security.passkeyLoginOptions") &&
    pathParameters(endpoint.path).every((part) => isWord(endpoint, part)),
);

/**
 * Returns the OpenAPI links from an endpoint's response to other endpoints, which stateful test tools follow.
 * Undefined if there are none.
 */
export function linksOf(name: string): Record<string, Link> | undefined {
  const first: Lead[] = name === "user.login" ? [{ from: name, to: opened.map((one) => one.name) }] : [];
  const links = [...first, ...leads.filter(({ from }) => from === name)].flatMap((lead) =>
    allEndpoints.flatMap((one) => linkOf(one, lead)),
  );
  return links.length > 0 ? Object.fromEntries(links.map((link) => [link.operationId, link])) : undefined;
}
