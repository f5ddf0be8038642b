import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { promoCodes, promoReservations } from "#api/db/schema/partners";
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

const promoError = (code: ErrorCode) => new ApiError(422, code, { fields: { promoCode: code } });

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
    .leftJoin(
      promoReservations,
      and(eq(promoReservations.promoCodeId, promoCodes.id), eq(promoReservations.userId, buyerId)),
    )
    .where(
      and(
        eq(promoCodes.name, name.trim().toUpperCase()),
        or(isNull(promoCodes.deletedAt), sql`${promoReservations.reservedAt} < ${promoCodes.deletedAt}`),
      ),
    )
    .orderBy(sql`${promoReservations.reservedAt} is null`, desc(promoCodes.createdAt))
    .limit(1);
  if (!promo) throw promoError("promoUnknown");
  if (promo.userId === buyerId) throw promoError("promoOwn");
  if (months !== promoCodeMonths) throw promoError("promoMonths");
  await tx
    .insert(promoReservations)
    .values({ userId: buyerId, promoCodeId: promo.id, reservedAt: deps.clock.now() })
    .onConflictDoNothing();
  return { promoCodeId: promo.id, name: promo.name, discount: promo.discount };
}
