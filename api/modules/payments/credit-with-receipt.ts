import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sendMail } from "#api/email/send";
import { systemOf } from "#api/integrations/payments/system";
import { credit } from "./credit";
import { ownerOf } from "./deposit-owner";
import type { Deposit } from "./payment";

/** Credits a deposit to its owner's balance and emails them the receipt; `sumCents` as for `credit`. */
export async function creditWithReceipt(
  deps: Pick<Deps, "clock" | "ids" | "payments">,
  tx: Tx,
  deposit: Deposit,
  sumCents = deposit.sumCents,
): Promise<void> {
  await credit(deps, tx, deposit, sumCents);
  const { email, language, name } = await ownerOf(tx, deposit);
  await sendMail(deps, tx, {
    to: email,
    language,
    template: "depositReceived",
    values: {
      name,
      email,
      number: deposit.id,
      amountCents: sumCents,
      method: systemOf(deps.payments, deposit.method)?.method.name[language] ?? deposit.method,
      receivedAt: deps.clock.now().toISOString(),
    },
  });
}
