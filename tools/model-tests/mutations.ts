/** Mutations that the model-based test must detect: each changes one place in a copy of the sources. */
export type Mutation = { name: string; file: string; from: string; to: string };

const areas = "api/modules";

export const mutations: readonly Mutation[] = [
  {
    name: "the reward of a surcharge that is given back stays",
    file: `${areas}/vps/upgrade/cancel-upgrade.ts`,
    from: "await bookRefund(deps, tx, paymentId, cents);",
    to: "void [bookRefund, paymentId, cents];",
  },
  {
    name: "rounding for the client",
    file: `${areas}/vps/upgrade/upgrade-price.ts`,
    from: "Math.ceil(",
    to: "Math.floor(",
  },
  {
    name: "double refund",
    file: `${areas}/vps/upgrade/cancel-upgrade.ts`,
    from: '.set({ status: "cancelled", finishedAt: deps.clock.now() })',
    to: ".set({ finishedAt: deps.clock.now() })",
  },
  {
    name: "clearing skipped",
    file: `${areas}/partners/available-balance.ts`,
    from: "balance - clearing.cents",
    to: "balance - 0 * clearing.cents",
  },
  {
    name: "a promo code on a longer renewal",
    file: `${areas}/partners/promo-discount.ts`,
    from: 'if (months !== promoCodeMonths) throw promoError("promoMonths");',
    to: "void promoCodeMonths;",
  },
  {
    name: "a renewal at the price of another plan",
    file: `${areas}/vps/renewal/extend-server.ts`,
    from: "findRate(tx, upgrade?.toRateId ?? server.rateId)",
    to: "findRate(tx, server.rateId)",
  },
  {
    name: "the reward of a server that is given back stays",
    file: `${areas}/vps/server/admin-servers.ts`,
    from: "for (const { id } of paid) await bookRefund(deps, tx, id);",
    to: "void bookRefund;",
  },
  {
    name: "a debt is not paid first",
    file: "api/ledger/ledger.ts",
    from: "if (credited.length > 0) await payDebts(tx, entry, credited);",
    to: "void [payDebts, credited];",
  },
  {
    name: "autopay twice",
    file: `${areas}/monitoring/subscription/autopay.ts`,
    from: "paidUntil <= now || now < automaticPaymentFrom(paidUntil)) return;",
    to: "paidUntil <= now) return;\n  await extend(deps, tx, { userId, accounts: last.accounts, months: monitoringAutopayMonths });",
  },
  {
    name: "a transfer without a guard",
    file: "api/ledger/ledger.ts",
    from: "userId === null || (kind === debtAccount ? cents <= 0 : cents >= 0);",
    to: 'userId === null || kind !== "nothing" || cents > 0;',
  },
  {
    name: "an upgrade at the price of a smaller plan",
    file: `${areas}/vps/upgrade/upgrade-price.ts`,
    from: "return larger - smaller;",
    to: "return larger - 2 * smaller;",
  },
  {
    name: "a deposit is credited with its fee",
    file: `${areas}/payments/credit.ts`,
    from: "sumCents = deposit.sumCents,",
    to: "sumCents = deposit.costCents,",
  },
  {
    name: "one key, two effects",
    file: "api/http/idempotency.ts",
    from: "if (first) return { answer: first.answer as T };",
    to: "if (first?.error) return { answer: first.answer as T };",
  },
  {
    name: "an upgrade is done after it was given back",
    file: `${areas}/vps/upgrade/open-upgrade.ts`,
    from: 'upgrade.status === "running" || upgrade.status === "failed";',
    to: 'upgrade.status !== "done";',
  },
  {
    name: "a setup gives its lateness twice",
    file: `${areas}/vps/order/apply-report.ts`,
    from: "if (server.ip !== null) {",
    to: 'if (server.ip === "nothing") {',
  },
  {
    name: "a withdrawal is decided twice",
    file: `${areas}/partners/withdrawals.ts`,
    from: "and(eq(partnerWithdrawals.id, id), inArray(partnerWithdrawals.status, [...from]))",
    to: "and(eq(partnerWithdrawals.id, id), inArray(partnerWithdrawals.status, [...from, 'paidOut']))",
  },
  {
    name: "the reward of what reversed money bought stays",
    file: `${areas}/vps/server/reverse-purchases.ts`,
    from: 'if (kind !== "upgrade") await bookRefund(deps, tx, id, lostCents);',
    to: "void [bookRefund, kind, id, lostCents];",
  },
  {
    name: "the reward of what reversed money bought is taken twice",
    file: `${areas}/vps/server/reverse-purchases.ts`,
    from: 'if (kind !== "upgrade") await bookRefund(deps, tx, id, lostCents);',
    to: 'for (const again of [0, 1]) if (kind !== "upgrade" && again < 2) await bookRefund(deps, tx, id, lostCents);',
  },
  {
    name: "the server that reversed money bought is kept for free",
    file: `${areas}/vps/server/reverse-purchases.ts`,
    from: "await holdServer(deps, tx, serverId, { reason: reversal.reason, isReversal: true });",
    to: "void holdServer;",
  },
  {
    name: "the debt of a reversal is forgotten",
    file: "api/ledger/ledger.ts",
    from: "entries.push({ account: debt, amountCents: -remainingCents }, { account: company, amountCents });",
    to: "entries.push({ account: debt, amountCents: 0 }, { account: company, amountCents: amountCents - remainingCents });",
  },
  {
    name: "a transfer of money that is held for a withdrawal",
    file: `${areas}/partners/money.ts`,
    from: '{ account: await accountOf(tx, transfer.userId, "partner"), amountCents: -transfer.amountCents },',
    to: '{ account: await accountOf(tx, transfer.userId, "withdrawal_hold"), amountCents: -transfer.amountCents },',
  },
  {
    name: "a refund above the payment",
    file: `${areas}/vps/server/admin-servers.ts`,
    from: "price: { priceCents: -totalCents, discountCents: 0, totalCents: -totalCents, promo: null },",
    to: "price: { priceCents: -totalCents - 1, discountCents: 0, totalCents: -totalCents - 1, promo: null },",
  },
  {
    name: "a promo code of a reversed order is counted",
    file: `${areas}/partners/promo-discount.ts`,
    from: "is distinct from 0`;",
    to: "is distinct from -1`;",
  },
  {
    name: "an upgrade is credited twice",
    file: `${areas}/vps/server/admin-servers.ts`,
    from: 'eq(upgrades.status, "failed")',
    to: 'inArray(upgrades.status, ["failed", "cancelled"])',
  },
];
