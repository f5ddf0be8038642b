import { eq } from "drizzle-orm";
import { rates } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { OperatorError } from "#api/lib/answer";

type Plan = typeof rates.$inferSelect;

const planBy = (tx: Tx, id: string) => tx.select().from(rates).where(eq(rates.id, id));

function known(plan: Plan | undefined, id: string): Plan {
  if (!plan) throw new OperatorError("noTariff", { id });
  return plan;
}

/**
 * Returns a plan, for operations that only read: they can't lock.
 * @throws {OperatorError} if there is no plan with this id
 */
export async function findPlan(tx: Tx, id: string): Promise<Plan> {
  const [plan] = await planBy(tx, id);
  return known(plan, id);
}

/**
 * Returns a plan and locks it until the transaction ends.
 * @throws {OperatorError} if there is no plan with this id
 */
export async function requirePlan(tx: Tx, id: string): Promise<Plan> {
  const [plan] = await planBy(tx, id).for("no key update");
  return known(plan, id);
}
