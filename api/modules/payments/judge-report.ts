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
import { goneBack } from "./gone-back";
import type { Deposit } from "./payment";

export type Outcome = (typeof reportOutcomes)[number];
/** What comes of a report, and what the deposit becomes by it where it changes. */
export type Judged = { outcome: Outcome; status?: DepositStatus };

const sumOf = z.pick(paymentReport, { costCents: true, currency: true });
type Sum = z.output<typeof sumOf>;
type ReceivedReport = Pick<PaymentReport, "event" | "paymentId"> & { sum: Sum | null };

const reversals: readonly PaymentReport["event"][] = ["refunded", "disputed"];

/** What a report that was believed means to its deposit, which must be locked. Money that was not told of before is never passed over. */
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
  return isSettled(deposit) ? { outcome: "noChange" } : following(deposit, report);
}

const isAsOrdered = (deposit: Deposit, report: PaymentReport) =>
  isSameSum(report, deposit) && report.recipient === deposit.recipient;

const isSameSum = (one: Sum, other: Sum) =>
  one.costCents === other.costCents && one.currency === other.currency;

/** What an operator has decided, and what is on the balance, only an operator changes. */
const isSettled = ({ status, decidedAt }: Deposit) => status === "received" || decidedAt !== null;

function following({ status }: Deposit, { event }: PaymentReport): Judged {
  const next = statusAfter(status, event);
  return next ? { outcome: "applied", status: next } : { outcome: "noChange" };
}

/**
 * A payment is no news where the same sum of it was told before. The first one of an order, as ordered, goes on the balance, also after an
 * order was silent for days; where an operator has put it there before, it is that payment. All else is an operator's.
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
  const wentBack = received.some(
    ({ event, paymentId }) => reversals.includes(event) && paymentId === report.paymentId,
  );
  const isRight = !wentBack && isAsOrdered(deposit, report);
  if (!isSettled(deposit))
    return isRight ? following(deposit, report) : { outcome: "mismatch", status: "underReview" };
  if (deposit.status !== "received") return { outcome: "paidAgain" };
  return { outcome: isRight && isAllOfIt(deps, deposit) ? "noChange" : "mismatch" };
}

/** Whether what an operator has put on the balance is what was ordered, by what the method costs. */
function isAllOfIt({ payments }: Pick<Deps, "payments">, { method, sumCents, costCents }: Deposit): boolean {
  const system = systemOf(payments, method);
  return system !== undefined && costOf(system.method, sumCents) === costCents;
}

/** Everything that the order's own payment system has told of it; `sum` is null where it was kept in words of an earlier version. */
async function receivedReports(tx: Tx, { id, method }: Deposit): Promise<ReceivedReport[]> {
  const ofIt = and(eq(paymentReports.orderId, id), eq(paymentReports.method, method));
  const rows = await tx.select().from(paymentReports).where(ofIt);
  return rows.map(({ event, paymentId, body }) => {
    const { data: sum = null } = sumOf.safeParse(readJson(body));
    return { event, paymentId, sum };
  });
}

/** Money that went back: by our own doing, or it is an operator's. A part that we gave back explains a refund, and no dispute: that takes all. */
async function judgeReversal(tx: Tx, deposit: Deposit, { event }: PaymentReport): Promise<Judged> {
  if (deposit.status !== "received") return { outcome: "noChange" };
  const gone = await goneBack(tx, deposit.id);
  const isOurs = gone.sumCents >= deposit.sumCents || (event === "refunded" && gone.sumCents > 0);
  return { outcome: isOurs ? "noChange" : "reversed" };
}
