import { and, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { promoCodes, promoUses } from "#api/db/schema/promo-codes";
import { serverPayments } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { BookSpan } from "./book-span";
import { bookSpanOf } from "./book-span";

/** Discounts of a span by UTC day and promo code, those of refunded payments included. */
type PromoDiscounts = { day: string; code: string; isOfPartner: boolean; payments: number; cents: number };

/** Returns what promo codes, the provider's and partners', took off prices in a span. */
export async function discountsByPromoCode(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  span: BookSpan,
): Promise<PromoDiscounts[]> {
  const { from, to } = bookSpanOf(deps, span);
  const day = sql<string>`to_char(${serverPayments.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return tx
    .select({
      day,
      code: sql<string>`${serverPayments.promoCode}`,
      isOfPartner: sql<boolean>`bool_or(${promoCodes.userId} is not null)`,
      payments: sql<number>`count(*)::int`,
      cents: sql<number>`sum(${serverPayments.discountCents})::bigint`.mapWith(Number),
    })
    .from(serverPayments)
    .leftJoin(promoUses, eq(promoUses.paymentId, serverPayments.id))
    .leftJoin(promoCodes, eq(promoCodes.id, promoUses.promoCodeId))
    .where(
      and(
        isNotNull(serverPayments.promoCode),
        gte(serverPayments.createdAt, from),
        lt(serverPayments.createdAt, to),
      ),
    )
    .groupBy(day, serverPayments.promoCode)
    .orderBy(day, serverPayments.promoCode);
}
