import type { EmailValues, TemplateName } from "./templates";

const name = "Anna";
const server = { serverId: "k7m2p9", comment: "London EAs", tariff: "Trader 2" };
const until = "2026-12-24T00:00:00.000Z";
const eventTime = "2026-11-21T09:30:00.000Z";
const money = { amountCents: 12_550, method: "USDT (TRC-20)", wallet: "TQ5N…x8Rz" };

/** Sample values of every email; a list where a template has variants. */
export const samples: { [T in TemplateName]: EmailValues<T>[] } = {
  confirmEmail: [{ name, link: "/login?code=Uakgb_J5m9g-0JDMbcJqLJ" }],
  resetCode: [{ name, code: "204816" }],
  passwordChanged: [{ name, changedAt: eventTime, notMePath: "/it-was-not-me/sample" }],
  emailChangeOld: [
    { name, newEmail: "anna@example.org", path: "/confirm-email/sample", notMePath: "/it-was-not-me/sample" },
  ],
  emailChangeNew: [{ name, addedBy: "anna@example.com", path: "/confirm-email/sample" }],
  emailChanged: [{ name, oldEmail: "anna@example.com", newEmail: "anna@example.org", changedAt: eventTime }],
  dataReady: [{ name, dataUntil: until }],
  accountDeleted: [{ name }],
  newDevice: [{ name, device: "Firefox 144, Windows 11", address: "203.0.113.7", seenAt: eventTime }],
  securityChanged: (
    ["TotpOn", "TotpOff", "PasskeyAdded", "PasskeyRemoved", "RecoveryUsed", "ChatLinked"] as const
  ).map((change) => ({
    name,
    change,
    changedAt: eventTime,
  })),
  transferReceived: [{ name, from: "b***s@example.com", amountCents: 5000 }],
  serverReady: [{ name, ...server, paidUntil: until }],
  serverReinstalled: [{ name, ...server, operatingSystem: "Windows Server 2022" }],
  serverPasswordReset: [{ name, ...server }],
  testServerDecided: [
    { name, approved: true },
    { name, approved: false, reason: "a test server was already given to this network" },
  ],
  renewalSoon: [
    { name, ...server, paidUntil: until, priceCents: 1900, balanceCents: 320, autoRenewal: true },
    { name, ...server, paidUntil: until, priceCents: 1900, balanceCents: 320, autoRenewal: false },
    { name, ...server, paidUntil: until, priceCents: 1900, balanceCents: 5000, autoRenewal: false },
  ],
  serverBlocked: [{ name, ...server, paidUntil: until, revokedOn: "2026-12-31T00:00:00.000Z" }],
  serverHeld: [
    {
      name,
      ...server,
      isReversal: true,
      reason: "The bank has reversed the card payment of November 3.",
    },
    { name, ...server, isReversal: false, reason: "Mail was sent from it in bulk." },
  ],
  serverReleased: [{ name, ...server, paidUntil: until }],
  serverReinstated: [{ name, ...server, paidUntil: until }],
  serverTakenBack: [{ name, ...server, reason: "Mail was sent from it in bulk, again." }],
  serverRefunded: [
    { name, ...server, isUpgrade: false, amountCents: 1900, reason: "There is no free machine this week." },
    { name, ...server, isUpgrade: true, amountCents: 1137, reason: "There is no free machine this week." },
  ],
  accountBlocked: [{ name, reason: "Three payments in a row were made with cards of other people." }],
  accountUnblocked: [{ name }],
  balanceCorrected: [
    { name, isCredit: true, amountCents: 500, reason: "For the hour of downtime on November 3." },
    { name, isCredit: false, amountCents: 500, reason: "The credit of November 3 was booked twice." },
  ],
  depositRefunded: (["System", "Hand", "Reversed", "Declined"] as const).map((way) => ({
    name,
    number: "8Jq2mWzR4t",
    way,
    amountCents: 5000,
    reason: "You asked for it in a ticket.",
  })),
  serverRevoked: [{ name, ...server }],
  announcement: [
    {
      name,
      subject: "Maintenance on 12 December",
      text: "From 02:00 to 04:00 UTC servers restart once.\n\nOpen orders stay with your broker.",
    },
  ],
  invoiceSent: [
    { name, number: "INV-2026-000012", isCredit: false, invoiceId: "sample", totalCents: 1900, reason: "" },
    {
      name,
      number: "CN-2026-000003",
      isCredit: true,
      invoiceId: "sample",
      totalCents: -1900,
      reason: "Wrong company name",
    },
  ],
  priceChange: [
    {
      name,
      tariff: "Trader 2",
      count: 3,
      oldPriceCents: 5415,
      newPriceCents: 5700,
      holdsOn: "2027-01-01",
    },
  ],
  priceChangeCancelled: [{ name, tariff: "Trader 2", count: 3 }],
  monitoringPriceChange: [{ name, oldPriceCents: 200, newPriceCents: 250, holdsOn: "2027-01-01" }],
  monitoringRenewed: [{ name, count: 5, paidUntil: until, priceCents: 1000 }],
  monitoringEnded: [{ name, count: 4 }],
  renewed: [{ name, ...server, paidUntil: until, priceCents: 1900 }],
  depositReceived: [
    {
      name,
      number: "8Jq2mWzR4t",
      method: "Bank card",
      receivedAt: eventTime,
      email: "anna@example.com",
      amountCents: 12_550,
    },
  ],
  monitoringReport: (["daily", "weekly", "monthly"] as const).map((period) => ({
    name,
    account: "Trend following",
    number: "250997",
    days: "November 16 – 22, 2026",
    period,
    path: "/online-monitoring/k7m2p9",
  })),
  monitoringAlert: [
    {
      name,
      account: "Trend following",
      number: "250997",
      path: "/online-monitoring/k7m2p9",
      alerts: "Drawdown is 21.4%, above 20%",
    },
    {
      name: "",
      account: "Trend following",
      number: "250997",
      path: "/online-monitoring/k7m2p9",
      alerts: "Drawdown is 21.4%, above 20%",
      addedBy: "anna@example.com",
    },
  ],
  recipientInvited: (["Reports", "Alerts"] as const).map((letters) => ({
    name: "",
    addedBy: "anna@example.com",
    number: "250997",
    letters,
    path: "/online-monitoring/recipients/sample",
  })),
  withdrawalRequested: [{ name, ...money }],
  withdrawalDecided: [
    { name, ...money, paid: true },
    { name, ...money, paid: false, expired: true },
    { name, ...money, paid: false, reason: "the wallet belongs to another network" },
  ],
  walletConfirm: [
    { name, method: money.method, wallet: money.wallet, path: "/partner-program/wallet?code=Uakgb_J5m9g" },
  ],
  supportReply: [
    {
      name,
      ticketId: "w3n8",
      title: "Terminal does not start",
      text: "We have restarted the server.\n\nPlease try now.",
    },
  ],
  staffNotice: [
    {
      name: "",
      subject: "Tradehost: 1 new request",
      text: "Ticket: Terminal does not start\nClient: anna@example.com\nWaiting since 21 Nov 2026, 02:40 UTC",
    },
  ],
};
