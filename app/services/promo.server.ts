import type { Quote } from "#contract/vps/index";
import { ApiError } from "./api-errors.server";
import type { FormContext } from "./form-action.server";

/** A rental's period and promo code, as typed or parsed. */
export type PromoInput = { months: string | number; promoCode?: string | undefined };

/**
 * Returns the quote with a promo code, or null if there is no code or the API rejects it; its form shows the error on
 * submit.
 */
export async function promoOf(
  { months, promoCode }: Partial<PromoInput>,
  quote: (promo: PromoInput) => Promise<Quote>,
): Promise<Quote | null> {
  if (!months || !promoCode) return null;
  return quote({ months, promoCode }).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
}

/**
 * Returns the period and promo code of a rejected form. Omits a code that is itself invalid, so that it is not
 * checked again.
 */
export function promoSent(
  { body }: Pick<FormContext<unknown>, "body">,
  wrong: readonly string[],
): Partial<PromoInput> {
  const [months, promoCode] = [body.get("months"), body.get("promoCode")];
  if (wrong.includes("promoCode") || typeof months !== "string" || typeof promoCode !== "string") return {};
  return { months, promoCode };
}
