import { eq } from "drizzle-orm";
import { rates } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { OperatorError } from "#api/lib/answer";

/**
 * Returns a plan and locks it until the transaction ends.
 * @throws {OperatorError} if there is no plan with this id
 */
export async function requirePlan(tx: Tx, id: string): Promise<typeof rates.$inferSelect> {
  const [plan] = await tx.select().from(rates).where(eq(rates.id, id)).for("no key update");
  if (!plan) throw new OperatorError("noTariff", { id });
  return plan;
}
