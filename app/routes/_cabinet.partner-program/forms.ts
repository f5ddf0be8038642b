import * as z from "zod/mini";
import { dollars } from "#contract/fields";
import { createPromoCode, transferInput, withdrawalInput } from "#contract/partner/index";

/** The form takes dollars as they are typed, the API cents. */
export const withdrawalForm = z.extend(withdrawalInput, { amountCents: dollars });
export const transferForm = z.extend(transferInput, { amountCents: dollars });
export const promoForm = createPromoCode.input;
