import { eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import { transaction } from "#api/db/transaction";
import { takeBack } from "#api/ledger/ledger";
import type { ModelEvent } from "#tools/model-tests/step";
import { count, pick } from "#tools/model-tests/world";

/**
 * Where refunds and disputes of payment systems join: what a payer got back from outside is taken from the client by the ledger's own
 * `takeBack`, and what is not there any more becomes their debt. Once payment systems have calls of their own for it, these steps make them.
 */
export const reversal = (which: number): ModelEvent => ({
  name: `reversal of deposit ${which}`,
  happen: async (world) => {
    const { api } = world;
    await transaction(api.db, async (tx) => {
      const received = await tx
        .select()
        .from(deposits)
        .where(eq(deposits.status, "received"))
        .orderBy(deposits.createdAt, deposits.id);
      const found = pick(received, which);
      if (!found || world.reversed.has(found.id)) return;
      world.reversed.add(found.id);
      await takeBack(tx, {
        kind: "deposit_reversed",
        reference: { type: "deposit", id: found.id },
        at: api.deps.clock.now(),
        userId: found.userId,
        amountCents: found.sumCents,
        to: "deposits",
      });
      count(world, "deposits reversed");
    });
  },
});
