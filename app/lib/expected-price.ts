import { promoCodeMonths } from "#contract/rules";

/** Prices that a form shows, in cents, each with a key that names what it is for. */
export type ShownPrices = readonly (readonly [of: string, cents: number])[];

/**
 * The hidden field with the prices. It holds all of them, because without script the user's choice is not known
 * before the form is sent.
 */
export const expectedPriceField = "agreed";

export const encodePrices = (prices: ShownPrices): string =>
  new URLSearchParams(prices.map(([of, cents]) => [of, String(cents)])).toString();

/**
 * Returns the price in cents that the submitted form had shown for an item. Returns 0 if it showed none: then only
 * free items are charged, and the API's error states the total.
 */
export function expectedCentsOf(body: FormData, of: string): number {
  const price = new URLSearchParams(String(body.get(expectedPriceField) ?? "")).get(of);
  return price !== null && /^\d{1,12}$/.test(price) ? Number(price) : 0;
}

/** Hidden field with the end dates of the periods that a form shows, by months. */
export const expectedEndField = "agreedUntil";

export const encodeEnds = (periods: readonly { months: number; paidUntil: string }[]): string =>
  new URLSearchParams(periods.map(({ months, paidUntil }) => [String(months), paidUntil])).toString();

/** Returns the end date that the submitted form showed for a period; undefined if it showed none. */
export const expectedEndOf = (body: FormData, months: number): string | undefined =>
  new URLSearchParams(String(body.get(expectedEndField) ?? "")).get(String(months)) ?? undefined;

type ChosenPeriod = { months: number; promoCode?: string | undefined };

/**
 * Returns the key of a rental period. A period with a promo code has a different key: its price is shown only after
 * the code is applied, not while it is merely typed.
 */
export const periodName = ({ months, promoCode }: ChosenPeriod): string =>
  months === promoCodeMonths && promoCode ? `${months} promo` : String(months);

/** Returns the key of an upgrade to a plan on a date. */
export const upgradeName = ({ rateId, date }: { rateId: string; date: string }): string =>
  `${rateId} ${date}`;

type Revalidation = { actionResult?: { code?: string } | undefined; defaultShouldRevalidate: boolean };

/** `shouldRevalidate` of a page whose action can fail because price or period changed: reloads the current values. */
export const revalidateOtherPrice = ({ actionResult, defaultShouldRevalidate }: Revalidation): boolean =>
  defaultShouldRevalidate || ["priceDiffers", "periodDiffers"].includes(actionResult?.code ?? "");
