import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { promoCodes, promoHolds } from "#api/db/schema/partners";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { ErrorCode } from "#api/lib/api-error";
import { ApiError } from "#api/lib/api-error";
import { promoCodeMonths } from "#contract/rules";

export type PromoDiscount = {
  promoCodeId: string;
  /** In upper case, as the partner named it. */
  name: string;
  /** Percent off the price. */
  discount: number;
};

const refuse = (code: ErrorCode) => new ApiError(422, code, { fields: { promoCode: code } });

/**
 * Returns a promo code's discount for a buyer and a rental of some months, or throws 422 (field `promoCode`) with the
 * reason. From the first request on, the code is reserved for the buyer: if it is deleted in the meantime, it still
 * works for them until `bookRewards` has booked the order.
 */
export async function promoDiscount(
  deps: Deps,
  tx: Tx,
  name: string,
  buyerId: string,
  months: number,
): Promise<PromoDiscount> {
  const [promo] = await tx
    .select({
      id: promoCodes.id,
      name: promoCodes.name,
      discount: promoCodes.discount,
      userId: promoCodes.userId,
    })
    .from(promoCodes)
    .leftJoin(promoHolds, and(eq(promoHolds.promoCodeId, promoCodes.id), eq(promoHolds.userId, buyerId)))
    .where(
      and(
        eq(promoCodes.name, name.trim().toUpperCase()),
        or(isNull(promoCodes.deletedAt), sql`${promoHolds.heldAt} < ${promoCodes.deletedAt}`),
      ),
    )
    .orderBy(sql`${promoHolds.heldAt} is null`, desc(promoCodes.createdAt))
    .limit(1);
  if (!promo) throw refuse("promoUnknown");
  if (promo.userId === buyerId) throw refuse("promoOwn");
  if (months !== promoCodeMonths) throw refuse("promoMonths");
  await tx
    .insert(promoHolds)
    .values({ userId: buyerId, promoCodeId: promo.id, heldAt: deps.clock.now() })
    .onConflictDoNothing();
  return { promoCodeId: promo.id, name: promo.name, discount: promo.discount };
}
