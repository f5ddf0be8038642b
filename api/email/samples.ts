import type { Language } from "#contract/languages";
import { sampleTexts } from "./sample-texts";
import type { EmailValues, TemplateName } from "./templates";
import { securityChanges } from "./templates";

const server = { serverId: "k7m2p9", comment: "London EAs", tariff: "Trader 2" };
const until = "2026-12-24T00:00:00.000Z";
const eventTime = "2026-11-21T09:30:00.000Z";
const notMePath = "/it-was-not-me/sample";
const money = { amountCents: 12_550, method: "USDT (TRC-20)", wallet: "TQ5N…x8Rz" };

type Samples = { [T in TemplateName]: EmailValues<T>[] };

/** Returns sample values of every email in a language; a list where a template has variants. */
export function samplesIn(language: Language): Samples {
  const words = sampleTexts(language);
  const { name, reasons } = words;
  return {
    confirmEmail: [{ name, link: "/login?code=Uakgb_J5m9g-0JDMbcJqLJ" }],
    resetCode: [{ name, code: "204816" }],
    passwordChanged: [{ name, changedAt: eventTime, notMePath }],
    emailChangeOld: [{ name, newEmail: "anna@example.org", path: "/confirm-email/sample", notMePath }],
    emailChangeNew: [{ name, addedBy: "anna@example.com", path: "/confirm-email/sample" }],
    emailChanged: [
      { name, oldEmail: "anna@example.com", newEmail: "anna@example.org", changedAt: eventTime },
    ],
    dataReady: [{ name, dataUntil: until }],
    accountDeleted: [{ name }],
    newDevice: [
      { name, device: "Firefox 144, Windows 11", address: "203.0.113.7", seenAt: eventTime, notMePath },
    ],
    securityChanged: securityChanges.map((change) => ({
      name,
      change,
      changedAt: eventTime,
      notMePath,
    })),
    transferReceived: [{ name, from: "boris@example.com", amountCents: 5000 }],
    serverReady: [{ name, ...server, paidUntil: until }],
    serverReinstalled: [{ name, ...server, operatingSystem: "Windows Server 2022" }],
    serverPasswordReset: [{ name, ...server }],
    testServerDecided: [
      { name, approved: true },
      { name, approved: false, reason: reasons.testServer },
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
        reason: reasons.reversal,
      },
      { name, ...server, isReversal: false, reason: reasons.bulkEmail },
    ],
    serverReleased: [{ name, ...server, paidUntil: until }],
    serverReinstated: [{ name, ...server, paidUntil: until }],
    serverTakenBack: [{ name, ...server, reason: reasons.bulkEmailAgain }],
    serverRefunded: [
      { name, ...server, isUpgrade: false, amountCents: 1900, reason: reasons.noServer },
      { name, ...server, isUpgrade: true, amountCents: 1137, reason: reasons.noServer },
    ],
    serverUpgraded: [
      { name, ...server, newTariff: "Trader 4", amountCents: 1137, reason: reasons.byRequest },
    ],
    accountBlocked: [{ name, reason: reasons.otherCards }],
    accountUnblocked: [{ name }],
    balanceCorrected: [
      { name, isCredit: true, amountCents: 500, reason: reasons.downtime },
      { name, isCredit: false, amountCents: 500, reason: reasons.bookedTwice },
    ],
    depositRefunded: (["System", "Hand", "Reversed", "Declined"] as const).map((way) => ({
      name,
      number: "8Jq2mWzR4t",
      way,
      amountCents: 5000,
      reason: way === "Reversed" ? reasons.chargeback : reasons.byRequest,
    })),
    serverRevoked: [{ name, ...server }],
    announcement: [
      {
        name,
        ...words.announcement,
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
        reason: reasons.company,
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
        method: words.bankCard,
        receivedAt: eventTime,
        email: "anna@example.com",
        amountCents: 12_550,
      },
    ],
    depositRejected: [
      {
        name,
        number: "8Jq2mWzR4t",
        method: money.method,
        amountCents: 12_550,
        reason: reasons.noTransaction,
      },
    ],
    monitoringReport: (["daily", "weekly", "monthly"] as const).map((period) => ({
      name,
      account: "Trend following",
      number: "250997",
      days: words.days[period],
      period,
      path: "/online-monitoring/k7m2p9",
    })),
    monitoringAlert: [
      {
        name,
        account: "Trend following",
        number: "250997",
        path: "/online-monitoring/k7m2p9",
        alerts: words.alert,
      },
      {
        name: "",
        account: "Trend following",
        number: "250997",
        path: "/online-monitoring/k7m2p9",
        alerts: words.alert,
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
      { name, ...money, paid: true, reference: "5f1c…9ab2" },
      { name, ...money, paid: false, expired: true },
      { name, ...money, paid: false, reason: reasons.wallet },
    ],
    walletConfirm: [
      {
        name,
        method: money.method,
        wallet: money.wallet,
        path: "/partner-program/confirm-wallet?code=Uakgb_J5m9g",
      },
    ],
    supportReply: [
      {
        name,
        ticketId: "w3n8",
        ...words.ticket,
      },
    ],
    staffNotice: [
      {
        name: "",
        ...words.staffNotice,
      },
    ],
  };
}
