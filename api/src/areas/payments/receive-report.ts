import { createHash } from "node:crypto";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { reportOutcomes } from "#api/db/schema/payments";
import { depositRefunds, deposits, paymentReports } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { PaymentReport, VerifiedReport } from "#api/outside/payments/system";
import type { Parts } from "#api/parts";
import type { DepositStatus } from "#contract/payments/deposit-status";
import { statusAfter } from "#contract/payments/deposit-status";
import type { Deposit } from "./payment";
import { creditWithReceipt } from "./receipt-letter";

type Outcome = (typeof reportOutcomes)[number];
type Judged = { outcome: Outcome; status?: DepositStatus };

/**
 * Takes in what a payment system has confirmed. Safe to repeat, in any order and from many processes at once: what was said is kept once,
 * and the deposit is locked while it is judged.
 */
export async function receiveReport(
  parts: Pick<Parts, "ids" | "db" | "clock" | "payments">,
  method: string,
  report: VerifiedReport,
): Promise<Outcome | "replay"> {
  const body = JSON.stringify(report);
  return transaction(parts.db, async (tx) => {
    const [deposit] = await tx
      .select()
      .from(deposits)
      .where(and(eq(deposits.id, report.orderId), eq(deposits.method, method)))
      .for("update");
    const judged = await judge(tx, deposit, report);
    const kept = await tx
      .insert(paymentReports)
      .values({
        id: parts.ids.id(),
        method,
        body,
        bodyHash: createHash("sha256").update(body).digest("hex"),
        orderId: report.orderId,
        paymentId: report.paymentId,
        event: report.event,
        outcome: judged.outcome,
        receivedAt: parts.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: paymentReports.id });
    if (kept.length === 0) return "replay";
    if (deposit && judged.status) await change(parts, tx, deposit, judged);
    return judged.outcome;
  });
}

async function judge(tx: Tx, deposit: Deposit | undefined, report: PaymentReport): Promise<Judged> {
  if (!deposit) return { outcome: "unknownOrder" };
  if (report.event === "refunded" || report.event === "disputed") return judgeReversal(tx, deposit);
  const isPaid = report.event === "paid";
  const isAsOrdered =
    report.costCents === deposit.costCents &&
    report.currency === deposit.currency &&
    report.recipient === deposit.recipient;
  // what an operator has decided, and what is on the balance, only an operator changes
  const isSettled = deposit.status === "received" || deposit.decidedAt !== null;
  if (isSettled && isPaid)
    return { outcome: (await isTold(tx, report, ["paid"])) ? "noChange" : "paidAgain" };
  // what went back may be told before what it went back from
  if (isPaid && (await isTold(tx, report, ["refunded", "disputed"])))
    return { outcome: "mismatch", status: "underReview" };
  if (!isAsOrdered) return isPaid ? { outcome: "mismatch", status: "underReview" } : { outcome: "mismatch" };
  if (isSettled) return { outcome: "noChange" };
  const status = statusAfter(deposit.status, report.event);
  return status ? { outcome: "applied", status } : { outcome: "noChange" };
}

/** Money that went back: by our own doing, or it is an operator's. */
async function judgeReversal(tx: Tx, deposit: Deposit): Promise<Judged> {
  if (deposit.status !== "received") return { outcome: "noChange" };
  const ours = and(eq(depositRefunds.depositId, deposit.id), ne(depositRefunds.status, "declined"));
  return { outcome: (await tx.$count(depositRefunds, ours)) > 0 ? "noChange" : "reversed" };
}

/** Whether one of these was told of the same payment before. */
async function isTold(
  tx: Tx,
  { orderId, paymentId }: PaymentReport,
  events: PaymentReport["event"][],
): Promise<boolean> {
  const ofIt = and(eq(paymentReports.orderId, orderId), eq(paymentReports.paymentId, paymentId));
  return (await tx.$count(paymentReports, and(ofIt, inArray(paymentReports.event, events)))) > 0;
}

async function change(
  parts: Pick<Parts, "clock" | "ids" | "payments">,
  tx: Tx,
  deposit: Deposit,
  { status }: Judged,
): Promise<void> {
  if (status === "received") return creditWithReceipt(parts, tx, deposit);
  await tx.update(deposits).set({ status, changedAt: parts.clock.now() }).where(eq(deposits.id, deposit.id));
}
