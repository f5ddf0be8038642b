import { balancesOf } from "#api/balance/ledger";
import { onceFor } from "#api/balance/once";
import { verb } from "#api/verb";
import * as contract from "#contract/partner";
import { requireAvailable } from "./available";
import { moveToMainBalance } from "./money";
import { requirePartner } from "./require-partner";

export const transferToBalance = verb(contract.transferToBalance, async (input, context) => {
  const { client } = context;
  await requirePartner(context);
  return onceFor(context, contract.transferToBalance.path, input, async (tx) => {
    await requireAvailable(context, tx, client.id, input.amountCents, context.language);
    await moveToMainBalance(context, tx, {
      id: context.ids.id(),
      userId: client.id,
      amountCents: input.amountCents,
    });
    const { main, partner } = await balancesOf(tx, client.id);
    return { balanceCents: main, partnerBalanceCents: partner };
  });
});
