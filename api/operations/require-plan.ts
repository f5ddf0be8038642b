import { eq } from "drizzle-orm";
import { rates } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { OperatorError } from "#api/lib/answer";

/** @throws {OperatorError} if there is no plan with this id */
export async function requirePlan(tx: Tx, id: string): Promise<void> {
  const [plan] = await tx.select({ id: rates.id }).from(rates).where(eq(rates.id, id));
  if (!plan) throw new OperatorError("noTariff", { id });
}
