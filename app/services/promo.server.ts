import type { Quote } from "#contract/vps/index";
import { ApiError } from "./api-errors.server";
import type { FormContext } from "./form-action.server";

/** A rental's period and the promo code for it, as they were typed or read. */
export type PromoAsked = { months: string | number; promoCode?: string | undefined };

/** What a promo code gives, where there is one; one that is refused gives nothing, and its form says so when it is sent. */
export async function promoOf(
  { months, promoCode }: Partial<PromoAsked>,
  quote: (promo: PromoAsked) => Promise<Quote>,
): Promise<Quote | null> {
  if (!months || !promoCode) return null;
  return quote({ months, promoCode }).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
}

/** What a form that was refused has of a promo code; a code that is itself what is wrong is not asked for again. */
export function promoSent(
  { body }: Pick<FormContext<unknown>, "body">,
  wrong: readonly string[],
): Partial<PromoAsked> {
  const [months, promoCode] = [body.get("months"), body.get("promoCode")];
  if (wrong.includes("promoCode") || typeof months !== "string" || typeof promoCode !== "string") return {};
  return { months, promoCode };
}
