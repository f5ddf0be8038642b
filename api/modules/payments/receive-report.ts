import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { deposits, paymentReports } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import type { VerifiedReport } from "#api/integrations/payments/system";
import type { Judged, Outcome } from "./judge-report";
import { judgeReport } from "./judge-report";
import type { Deposit } from "./payment";
import { creditWithReceipt } from "./receipt-letter";

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
    const judged = await judgeReport(parts, tx, deposit, report);
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

async function change(
  parts: Pick<Parts, "clock" | "ids" | "payments">,
  tx: Tx,
  deposit: Deposit,
  { status }: Judged,
): Promise<void> {
  if (status === "received") return creditWithReceipt(parts, tx, deposit);
  await tx.update(deposits).set({ status, changedAt: parts.clock.now() }).where(eq(deposits.id, deposit.id));
}
