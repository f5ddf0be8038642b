import { eq } from "drizzle-orm";
import { billingDetails } from "#api/db/schema/books";
import { handle } from "#api/http/handle";
import * as contract from "#contract/books/index";

export const readBillingDetails = handle(contract.readBillingDetails, async (_, { db, client }) => {
  const [row] = await db.select().from(billingDetails).where(eq(billingDetails.userId, client.id));
  return row ?? { company: null, address: null, country: null, taxId: null };
});

export const changeBillingDetails = handle(
  contract.changeBillingDetails,
  async (input, { db, client, clock }) => {
    const details = {
      company: input.company || null,
      address: input.address || null,
      country: input.country ?? null,
      taxId: input.taxId || null,
      changedAt: clock.now(),
    };
    await db
      .insert(billingDetails)
      .values({ userId: client.id, ...details })
      .onConflictDoUpdate({ target: billingDetails.userId, set: details });
    return { ok: true } as const;
  },
);
