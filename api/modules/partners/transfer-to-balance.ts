import { handle } from "#api/http/handle";
import { withIdempotencyKey } from "#api/http/idempotency";
import { balancesOf } from "#api/ledger/ledger";
import * as contract from "#contract/partners/index";
import { requireAvailable } from "./available-balance";
import { moveToMainBalance } from "./money";

export const transferToBalance = handle(contract.transferToBalance, async (input, context) => {
  const { client } = context;
  return withIdempotencyKey(context, contract.transferToBalance.path, input, async (tx) => {
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
