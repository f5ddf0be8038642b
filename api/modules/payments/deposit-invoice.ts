import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/users";
import { handle } from "#api/http/handle";
import { systemOf } from "#api/integrations/payments/system";
import { ApiError } from "#api/lib/api-error";
import { canPay } from "#contract/payments/deposit-status";
import * as contract from "#contract/payments/index";
import { ownDeposit } from "./payment";

export const depositInvoice = handle(
  contract.depositInvoice,
  async ({ orderId }, { db, client, payments }) => {
    const deposit = await ownDeposit(db, client.id, orderId);
    const details = systemOf(payments, deposit.method)?.bankDetails;
    const [owner] = await db.select().from(users).where(eq(users.id, client.id));
    if (!details || !owner) throw new ApiError(404, "notFound");
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
  },
);
