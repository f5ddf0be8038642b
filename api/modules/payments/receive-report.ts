import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { deposits, paymentReports } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { VerifiedReport } from "#api/integrations/payments/system";
import { creditWithReceipt } from "./credit-with-receipt";
import type { Judged, Outcome } from "./judge-report";
import { judgeReport } from "./judge-report";
import type { Deposit } from "./payment";

/**
 * Processes a report confirmed by a payment system. Safe to repeat, in any order and from concurrent processes: each
 * report is stored once, and the deposit is locked while it is judged.
 */
export async function receiveReport(
  deps: Pick<Deps, "ids" | "db" | "clock" | "payments">,
  method: string,
  report: VerifiedReport,
): Promise<Outcome | "replay"> {
  const body = JSON.stringify(report);
  return transaction(deps.db, async (tx) => {
    const [deposit] = await tx
      .select()
      .from(deposits)
      .where(and(eq(deposits.id, report.orderId), eq(deposits.method, method)))
      .for("update");
    const judged = await judgeReport(deps, tx, deposit, report);
    const inserted = await tx
      .insert(paymentReports)
      .values({
        id: deps.ids.id(),
        method,
        body,
        bodyHash: createHash("sha256").update(body).digest("hex"),
        orderId: report.orderId,
        paymentId: report.paymentId,
        event: report.event,
        outcome: judged.outcome,
        receivedAt: deps.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: paymentReports.id });
    if (inserted.length === 0) return "replay";
    if (deposit && judged.status) await change(deps, tx, deposit, judged);
    return judged.outcome;
  });
}

async function change(
  deps: Pick<Deps, "clock" | "ids" | "payments">,
  tx: Tx,
  deposit: Deposit,
  { status }: Judged,
): Promise<void> {
  if (status === "received") return creditWithReceipt(deps, tx, deposit);
  await tx.update(deposits).set({ status, changedAt: deps.clock.now() }).where(eq(deposits.id, deposit.id));
}
