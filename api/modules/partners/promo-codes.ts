import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { promoCodes as codes, promoUses } from "#api/db/schema/promo-codes";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { businessSettings } from "#api/modules/settings/read-settings";
import * as contract from "#contract/partners/index";
import { promoCodesMax } from "#contract/rules";
import { countActiveReferrals } from "./active-referrals";
import { isStandingUse } from "./promo-discount";
import { discountsFor } from "./terms";

const sumOf = (counts: Record<1 | 2 | 3, number>) => counts[1] + counts[2] + counts[3];

/** Number of standing payments with a code. */
const useCount = sql<number>`(select count(*)::int from ${promoUses} where ${promoUses.promoCodeId} = ${codes.id} and ${isStandingUse})`;

export const promoCodes = handle(contract.promoCodes, async (_input, context) => {
  const rows = await context.db
    .select({ code: codes, useCount })
    .from(codes)
    .where(and(eq(codes.userId, context.client.id), isNull(codes.deletedAt)))
    .orderBy(desc(codes.createdAt), codes.id);
  return {
    data: rows.map(({ code: { id, name, discount, createdAt }, useCount }) => ({
      id,
      name,
      discount,
      useCount,
      createdAt: createdAt.toISOString(),
    })),
  };
});

export const availableDiscounts = handle(contract.availableDiscounts, async (_input, context) => {
  const { db, client, clock } = context;
  const now = clock.now();
  const [active, { promoDiscounts }] = await Promise.all([
    countActiveReferrals(db, client.id, now),
    businessSettings(db, now),
  ]);
  return { available_discounts: discountsFor(promoDiscounts, sumOf(active)), rules: promoDiscounts };
});

export const createPromoCode = handle(contract.createPromoCode, async ({ name, discount }, context) => {
  const { client, clock, ids } = context;
  return transaction(context.db, async (tx) => {
    // locks the client, so that concurrent requests cannot exceed the limit
    await tx.select({ id: users.id }).from(users).where(eq(users.id, client.id)).for("update");
    const { promoDiscounts } = await businessSettings(tx, clock.now());
    const active = sumOf(await countActiveReferrals(tx, client.id, clock.now()));
    const available = discountsFor(promoDiscounts, active);
    if (!available.includes(discount))
      throw new ApiError(422, "discountUnavailable", { fields: { discount: "discountUnavailable" } });
    const own = await tx.$count(codes, and(eq(codes.userId, client.id), isNull(codes.deletedAt)));
    if (own >= promoCodesMax) throw new ApiError(409, "promoTooMany", { details: { count: promoCodesMax } });
    const id = ids.id();
    const created = await tx
      .insert(codes)
      .values({ id, userId: client.id, name, discount, createdAt: clock.now() })
      .onConflictDoNothing()
      .returning({ id: codes.id });
    if (created.length === 0)
      throw new ApiError(422, "promoNameTaken", { fields: { name: "promoNameTaken" } });
    return { id };
  });
});

export const deletePromoCode = handle(contract.deletePromoCode, async ({ id }, context) => {
  const deleted = await context.db
    .update(codes)
    .set({ deletedAt: context.clock.now() })
    .where(and(eq(codes.id, id), eq(codes.userId, context.client.id), isNull(codes.deletedAt)))
    .returning({ id: codes.id });
  if (deleted.length === 0) throw new ApiError(404, "notFound");
  return { ok: true };
});
