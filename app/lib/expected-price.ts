import { promoCodeMonths } from "#contract/rules";

/** Prices that a form shows, in cents, each by what it is the price of. */
export type ShownPrices = readonly (readonly [of: string, cents: number])[];

/** The hidden field that says them: what is chosen is not known before the form is sent, as it may be chosen without script. */
export const expectedPriceField = "agreed";

export const encodePrices = (prices: ShownPrices): string =>
  new URLSearchParams(prices.map(([of, cents]) => [of, String(cents)])).toString();

/**
 * What the form that was sent had shown as the price of something. Who was shown none has agreed to pay nothing: 0, at which only what
 * is free is charged, and the answer tells the total.
 */
export function expectedCentsOf(body: FormData, of: string): number {
  const price = new URLSearchParams(String(body.get(expectedPriceField) ?? "")).get(of);
  return price !== null && /^\d{1,12}$/.test(price) ? Number(price) : 0;
}

type ChosenPeriod = { months: number; promoCode?: string | undefined };

/** A rental period. One with a promo code is apart: its price is shown once the code was applied, and not where it was only typed. */
export const periodName = ({ months, promoCode }: ChosenPeriod): string =>
  months === promoCodeMonths && promoCode ? `${months} promo` : String(months);

/** An upgrade to a rate on a day. */
export const upgradeName = ({ rateId, date }: { rateId: string; date: string }): string =>
  `${rateId} ${date}`;

type Revalidation = { actionResult?: { code?: string } | undefined; defaultShouldRevalidate: boolean };

/** `shouldRevalidate` of a page whose action may be refused for another price: it shows the price of now then. */
export const revalidateOtherPrice = ({ actionResult, defaultShouldRevalidate }: Revalidation): boolean =>
  defaultShouldRevalidate || actionResult?.code === "priceDiffers";
