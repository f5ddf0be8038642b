import { and, eq } from "drizzle-orm";
import * as z from "zod/mini";
import type { reportOutcomes } from "#api/db/schema/payments";
import { paymentReports } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { PaymentReport } from "#api/integrations/payments/system";
import { paymentReport, systemOf } from "#api/integrations/payments/system";
import { readJson } from "#api/integrations/request-json";
import type { DepositStatus } from "#contract/payments/deposit-status";
import { statusAfter } from "#contract/payments/deposit-status";
import { costOf } from "#contract/payments/index";
import type { Deposit } from "./payment";
import { refundStateOf } from "./refund-state";

export type Outcome = (typeof reportOutcomes)[number];
/** The outcome of a report, and the deposit's new status if it changes. */
export type Judged = { outcome: Outcome; status?: DepositStatus };

const sumFields = z.pick(paymentReport, { costCents: true, currency: true });
type Sum = z.output<typeof sumFields>;
type ReceivedReport = Pick<PaymentReport, "event" | "paymentId"> & { sum: Sum | null };

const reversals: readonly PaymentReport["event"][] = ["refunded", "disputed"];

/**
 * Decides what a verified report means for its deposit, which must be locked. Money not reported before is never
 * ignored.
 */
export async function judgeReport(
  deps: Pick<Deps, "payments">,
  tx: Tx,
  deposit: Deposit | undefined,
  report: PaymentReport,
): Promise<Judged> {
  if (!deposit) return { outcome: "unknownOrder" };
  if (reversals.includes(report.event)) return judgeReversal(tx, deposit, report);
  if (report.event === "paid") return judgePayment(deps, deposit, report, await receivedReports(tx, deposit));
  if (!isAsOrdered(deposit, report)) return { outcome: "mismatch" };
  return isFinal(deposit) ? { outcome: "noChange" } : following(deposit, report);
}

const isAsOrdered = (deposit: Deposit, report: PaymentReport) =>
  isSameSum(report, deposit) && report.recipient === deposit.recipient;

const isSameSum = (one: Sum, other: Sum) =>
  one.costCents === other.costCents && one.currency === other.currency;

/** Returns whether only an operator may change the deposit: it is on the balance, or an operator has decided it. */
const isFinal = ({ status, decidedAt }: Deposit) => status === "received" || decidedAt !== null;

function following({ status }: Deposit, { event }: PaymentReport): Judged {
  const next = statusAfter(status, event);
  return next ? { outcome: "applied", status: next } : { outcome: "noChange" };
}

/**
 * Decides on a report of a payment. It changes nothing if the same sum was reported before. The first payment of an
 * order, with the ordered sum, goes on the balance, even after days of silence; if an operator has credited the order
 * before, it is that payment. Anything else goes to an operator.
 */
function judgePayment(
  deps: Pick<Deps, "payments">,
  deposit: Deposit,
  report: PaymentReport,
  received: readonly ReceivedReport[],
): Judged {
  const payments = received.filter(({ event }) => event === "paid");
  const ofIt = payments.filter(({ paymentId }) => paymentId === report.paymentId);
  if (ofIt.some(({ sum }) => sum && isSameSum(sum, report))) return { outcome: "noChange" };
  if (ofIt.length > 0) return { outcome: "mismatch" };
  if (payments.length > 0) return { outcome: "paidAgain" };
  const wasReversed = received.some(
    ({ event, paymentId }) => reversals.includes(event) && paymentId === report.paymentId,
  );
  const isRight = !wasReversed && isAsOrdered(deposit, report);
  if (!isFinal(deposit))
    return isRight ? following(deposit, report) : { outcome: "mismatch", status: "underReview" };
  if (deposit.status !== "received") return { outcome: "paidAgain" };
  return { outcome: isRight && isAllOfIt(deps, deposit) ? "noChange" : "mismatch" };
}

/** Returns whether the sum an operator credited is the ordered one, by the method's fees. */
function isAllOfIt({ payments }: Pick<Deps, "payments">, { method, sumCents, costCents }: Deposit): boolean {
  const system = systemOf(payments, method);
  return system !== undefined && costOf(system.method, sumCents) === costCents;
}

/**
 * Returns all reports of an order by its own payment system; `sum` is null if the body is in a format of an earlier
 * version.
 */
async function receivedReports(tx: Tx, { id, method }: Deposit): Promise<ReceivedReport[]> {
  const ofIt = and(eq(paymentReports.orderId, id), eq(paymentReports.method, method));
  const rows = await tx.select().from(paymentReports).where(ofIt);
  return rows.map(({ event, paymentId, body }) => ({ event, paymentId, sum: reportedSum(body) }));
}

/** Returns the sum of a stored report; null if its body is in a format of an earlier version. */
export const reportedSum = (body: string): Sum | null => sumFields.safeParse(readJson(body)).data ?? null;

/**
 * Decides on a report of returned money: it is our own refund, or it goes to an operator. A partial refund of ours
 * explains a refund but not a dispute, which takes everything.
 */
async function judgeReversal(tx: Tx, deposit: Deposit, { event }: PaymentReport): Promise<Judged> {
  if (deposit.status !== "received") return { outcome: "noChange" };
  const refundState = await refundStateOf(tx, deposit.id);
  const isOwnRefund =
    refundState.sumCents >= deposit.sumCents || (event === "refunded" && refundState.sumCents > 0);
  return { outcome: isOwnRefund ? "noChange" : "reversed" };
}
