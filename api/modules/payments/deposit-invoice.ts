import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import { verb } from "#api/http/verb";
import { systemOf } from "#api/integrations/payments/system";
import { Refusal } from "#api/lib/refusal";
import { canPay } from "#contract/payments/deposit-status";
import * as contract from "#contract/payments/index";
import { ownDeposit } from "./payment";

export const depositInvoice = verb(contract.depositInvoice, async ({ orderId }, { db, client, payments }) => {
  const deposit = await ownDeposit(db, client.id, orderId);
  const details = systemOf(payments, deposit.method)?.bankDetails;
  const [owner] = await db.select().from(users).where(eq(users.id, client.id));
  if (!details || !owner) throw new Refusal(404, "notFound");
  return {
    number: deposit.id,
    createdAt: deposit.createdAt.toISOString(),
    dueAt: deposit.expiresAt.toISOString(),
    costCents: deposit.costCents,
    currency: deposit.currency,
    client: { name: owner.name, email: owner.email },
    details: [...details],
    isOpen: canPay(deposit.status),
  };
});
