import type { ModelEvent } from "./model-event";
import { deposit } from "./steps/deposits";
import {
  partnerTransfer,
  subscription,
  transferTo,
  withdrawal,
  withdrawalCancel,
  withdrawalDecision,
} from "./steps/money";
import { clearingDays, failNext, lateAnswer, operation, retry } from "./steps/operator";
import { reversal } from "./steps/reversals";
import { renewal, rental, upgradeCancel, upgradeOrder } from "./steps/servers";
import { jobs, machinesReady, pass } from "./steps/time";

const rent = (who: number, rateId: "trader-1" | "trader-2") =>
  rental({ who, rateId, months: 1, promoOf: null, autoRenewal: false, again: "once" });

/**
 * Event sequences that once violated an invariant, found by the model or by an attacker; each is a regression test.
 */
export const regressionScenarios: Readonly<Record<string, readonly ModelEvent[]>> = {
  "a refunded order of a client who earns nobody a reward counts as a use": [
    rental({ who: 0, rateId: "trader-1", months: 1, promoOf: 3, autoRenewal: false, again: "once" }),
    operation("refund", 0),
  ],
  "the reward of a surcharge that was given back stays": [
    rent(3, "trader-1"),
    machinesReady,
    upgradeOrder(0, "trader-8", "last", "once"),
    renewal(0, 12, null, "once"),
    upgradeCancel(0, "once"),
  ],
  "the reward of a server that is given back was moved before": [
    rent(3, "trader-2"),
    partnerTransfer(2, 3, "once"),
    operation("refund", 0),
  ],
  "the reward of a surcharge was moved before it was given back": [
    rent(3, "trader-1"),
    machinesReady,
    upgradeOrder(0, "trader-8", "last", "once"),
    renewal(0, 12, null, "once"),
    partnerTransfer(2, 100, "once"),
    upgradeCancel(0, "once"),
  ],
  "a part of a cent is the client's": [
    rent(3, "trader-2"),
    machinesReady,
    pass(10 * 24),
    upgradeOrder(0, "trader-4", "first", "once"),
  ],
  "a failed upgrade that was given back is done after all": [
    rent(3, "trader-1"),
    machinesReady,
    failNext("resize"),
    upgradeOrder(0, "trader-8", "first", "once"),
    machinesReady,
    machinesReady,
    operation("refund-upgrade", 0),
    lateAnswer(0),
  ],
  "a failed upgrade is done after a renewal at the smaller price": [
    rent(3, "trader-1"),
    machinesReady,
    failNext("resize"),
    upgradeOrder(0, "trader-8", "first", "once"),
    machinesReady,
    machinesReady,
    renewal(0, 12, null, "once"),
    retry(0),
    machinesReady,
    machinesReady,
  ],
  "a setup that is answered twice gives its time twice": [
    rent(3, "trader-1"),
    failNext("create"),
    machinesReady,
    pass(3),
    retry(0),
    jobs,
    lateAnswer(0),
    pass(5),
    lateAnswer(0),
  ],
  "a year is renewed for a larger plan that is accepted, and comes": [
    rent(3, "trader-1"),
    machinesReady,
    upgradeOrder(0, "trader-8", "first", "once"),
    renewal(0, 12, null, "once"),
    machinesReady,
    machinesReady,
  ],
  "what is owed is paid by what comes": [
    transferTo(3, 0, 1_990, "once"),
    reversal(2),
    deposit(3, 500, "again later"),
    transferTo(0, 3, 100, "twice at once"),
  ],
  "a part of what reversed money bought is lost": [
    rental({ who: 3, rateId: "trader-2", months: 1, promoOf: 2, autoRenewal: false, again: "once" }),
    machinesReady,
    deposit(3, 5, "once"),
    reversal(2),
  ],
  "all of what reversed money bought is lost, a promo code's use with it": [
    rental({ who: 3, rateId: "trader-2", months: 1, promoOf: 2, autoRenewal: false, again: "once" }),
    machinesReady,
    reversal(2),
  ],
  "an upgrade that was taken back is not given back once more": [
    rent(3, "trader-1"),
    machinesReady,
    upgradeOrder(0, "trader-8", "last", "once"),
    upgradeCancel(0, "once"),
    operation("refund-upgrade", 0),
  ],
  "rewards are moved while others wait to be paid out": [
    rental({ who: 3, rateId: "trader-8", months: 12, promoOf: null, autoRenewal: false, again: "once" }),
    machinesReady,
    withdrawal(2, 50, "no", "once"),
    partnerTransfer(2, 20, "once"),
  ],
  "a promo code is for one month": [rent(3, "trader-1"), machinesReady, renewal(0, 12, 2, "once")],
  "autopay continues a subscription that ends": [
    subscription(3, 2, 1, "once"),
    pass(30 * 24 + 12),
    jobs,
    jobs,
    pass(24),
  ],
  "a withdrawal is paid out, and decided once more": [
    rental({ who: 3, rateId: "trader-8", months: 12, promoOf: null, autoRenewal: false, again: "once" }),
    machinesReady,
    withdrawal(2, 50, "no", "again later"),
    withdrawalDecision(0, "paidOut"),
    withdrawalCancel(2, "once"),
  ],
  "terms that change leave what is booked alone": [
    clearingDays(14),
    rent(3, "trader-2"),
    machinesReady,
    clearingDays(0),
    partnerTransfer(2, 3, "once"),
  ],
};
