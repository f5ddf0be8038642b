import { createPromoCode } from "#contract/partner/index";

export const promoForm = createPromoCode.input;
