import type { ShownPrices } from "#app/lib/expected-price";
import { encodePrices, expectedPriceField, periodName } from "#app/lib/expected-price";
import type { Period, Quote } from "#contract/vps/index";
import { totalOf } from "./sums";

/** Hidden field with the prices that the form showed, so that the API charges no other price. */
export function AgreedPrices({ prices }: { prices: ShownPrices }) {
  return <input type="hidden" name={expectedPriceField} value={encodePrices(prices)} />;
}

/** The expected totals of all periods, including the total with the promo code if one was applied. */
export function AgreedPeriods({ periods, promo }: { periods: readonly Period[]; promo: Quote | null }) {
  const prices = periods.flatMap((period) => {
    const names = [
      String(period.months),
      ...(promo ? [periodName({ ...period, promoCode: "applied" })] : []),
    ];
    return names.map((name) => [name, totalOf(period, promo)] as const);
  });
  return <AgreedPrices prices={prices} />;
}
