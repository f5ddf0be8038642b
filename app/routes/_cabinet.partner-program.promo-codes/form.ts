import { createPromoCode } from "#contract/partners/index";

export const promoForm = createPromoCode.input;
