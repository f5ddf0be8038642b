import { eq } from "drizzle-orm";
import { users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import { sendMail } from "#api/email/send";
import { systemOf } from "#api/integrations/payments/system";
import { credit } from "./credit";
import type { Deposit } from "./payment";

/** Puts a deposit on its owner's balance and sends them the receipt; `sumCents` as for `credit`. */
export async function creditWithReceipt(
  parts: Pick<Parts, "clock" | "ids" | "payments">,
  tx: Tx,
  deposit: Deposit,
  sumCents = deposit.sumCents,
): Promise<void> {
  await credit(parts, tx, deposit, sumCents);
  const [owner] = await tx.select().from(users).where(eq(users.id, deposit.userId));
  if (!owner) throw new Error(`Deposit ${deposit.id} has no owner`);
  const { email, language, name } = owner;
  await sendMail(parts, tx, {
    to: email,
    language,
    template: "depositReceived",
    values: {
      ...{ name, email, number: deposit.id, amountCents: sumCents },
      method: systemOf(parts.payments, deposit.method)?.method.name[language] ?? deposit.method,
      receivedAt: parts.clock.now().toISOString(),
    },
  });
}
