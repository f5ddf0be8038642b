import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { PromoDiscount } from "#api/modules/partners/promo-discount";
import { promoDiscount } from "#api/modules/partners/promo-discount";
import type { PricedRate } from "./rates";
import { priceOf } from "./rates";

/** The price of a period for a client, in cents. */
export type Price = {
  priceCents: number;
  discountCents: number;
  totalCents: number;
  promo: PromoDiscount | null;
};

type PriceRequest = {
  rate: PricedRate;
  months: number;
  isRenewal: boolean;
  promoCode?: string | undefined;
  buyerId: string;
};

/**
 * Returns the price of a period minus the promo code's discount. Throws 422 at `promoCode` if the code can't be used.
 */
export async function priceFor(
  deps: Deps,
  tx: Tx,
  { rate, months, isRenewal, promoCode, buyerId }: PriceRequest,
): Promise<Price> {
  const priceCents = priceOf(rate, months);
  const purchase = { months, isRenewal };
  return discounted(
    priceCents,
    promoCode ? await promoDiscount(deps, tx, promoCode, buyerId, purchase) : null,
  );
}

/** A discount is rounded down to a whole cent. */
export function discounted(priceCents: number, promo: PromoDiscount | null): Price {
  const discountCents = promo ? Math.floor((priceCents * promo.discount) / 100) : 0;
  return { priceCents, discountCents, totalCents: priceCents - discountCents, promo };
}
