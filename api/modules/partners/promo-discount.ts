import { and, desc, eq, gt, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { promoCodes, promoReservations, promoUses } from "#api/db/schema/promo-codes";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { ErrorCode } from "#api/lib/api-error";
import { ApiError } from "#api/lib/api-error";
import { dayMilliseconds } from "#contract/day";
import { promoCodeMonths } from "#contract/rules";

export type PromoDiscount = {
  promoCodeId: string;
  /** In upper case, as its owner named it. */
  name: string;
  /** Percent off the price. */
  discount: number;
};

/** What the code is used for. */
export type PromoPurchase = { months: number; isRenewal: boolean };

/** Condition: the payment was not refunded as a whole, nor lost with its deposit. */
export const isStandingUse = sql`${promoUses.leftCents} is distinct from 0`;

/**
 * Condition: the buyer entered the code while it was valid. A deleted code of a partner stays reserved, one of the
 * provider that has ended only for a day, so that its end means something.
 */
function isReservedAt(now: Date) {
  const ended = sql`least(${promoCodes.deletedAt}, ${promoCodes.endsAt})`;
  const dayBefore = new Date(now.getTime() - dayMilliseconds).toISOString();
  return and(
    sql`${promoReservations.reservedAt} < ${ended}`,
    or(isNotNull(promoCodes.userId), sql`${ended} > ${dayBefore}::timestamptz`),
  );
}

const promoError = (code: ErrorCode) => new ApiError(422, code, { fields: { promoCode: code } });

/**
 * Checks that a code may be used once more; the use for the payment `besides` is not counted.
 *
 * @throws {ApiError} 422 `promoUsedUp`
 */
export async function requireUseLeft(
  tx: Tx,
  { id, useLimit }: Pick<typeof promoCodes.$inferSelect, "id" | "useLimit">,
  besides = "",
): Promise<void> {
  if (useLimit === null) return;
  const ofOthers = and(eq(promoUses.promoCodeId, id), ne(promoUses.paymentId, besides));
  if ((await tx.$count(promoUses, and(ofOthers, isStandingUse))) >= useLimit) throw promoError("promoUsedUp");
}

/**
 * Returns a promo code's discount for a buyer and a rental or renewal of some months, or throws 422 (field
 * `promoCode`) with the reason. From the first request on, the code is reserved for the buyer: if it is deleted in the
 * meantime, it still works for them until `bookRewards` has booked the order.
 */
export async function promoDiscount(
  deps: Deps,
  tx: Tx,
  name: string,
  buyerId: string,
  { months, isRenewal }: PromoPurchase,
): Promise<PromoDiscount> {
  const now = deps.clock.now();
  const [row] = await tx
    .select({ promo: promoCodes })
    .from(promoCodes)
    .leftJoin(
      promoReservations,
      and(eq(promoReservations.promoCodeId, promoCodes.id), eq(promoReservations.userId, buyerId)),
    )
    .where(
      and(
        eq(promoCodes.name, name.trim().toUpperCase()),
        or(
          and(isNull(promoCodes.deletedAt), or(isNull(promoCodes.endsAt), gt(promoCodes.endsAt, now))),
          isReservedAt(now),
        ),
      ),
    )
    .orderBy(sql`${promoReservations.reservedAt} is null`, desc(promoCodes.createdAt))
    .limit(1);
  if (!row) throw promoError("promoUnknown");
  const { promo } = row;
  if (promo.userId === buyerId) throw promoError("promoOwn");
  if (months !== promoCodeMonths) throw promoError("promoMonths");
  if (promo.isForNewServers && isRenewal) throw promoError("promoNewServers");
  await requireUseLeft(tx, promo);
  await tx
    .insert(promoReservations)
    .values({ userId: buyerId, promoCodeId: promo.id, reservedAt: now })
    .onConflictDoNothing();
  return { promoCodeId: promo.id, name: promo.name, discount: promo.discount };
}
