import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { timestamp } from "#contract/fields";
import { integer } from "#contract/integer";
import { promoNameMaxLength, promoNameMinLength } from "#contract/rules";

/** Promo codes of partners (specification, sections 7 and 9). */

const id = z.string().check(z.minLength(1), z.maxLength(64));

export const promoCodes = defineEndpoint({
  method: "GET",
  path: "/user/balance/promocodes",
  access: "client",
  section: "partner",
  isNamed: true,
  summary: "Lists the client's promo codes, newest first",
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        discount: z.int(),
        useCount: z._default(z.int(), 0),
        createdAt: z.optional(timestamp),
      }),
    ),
  }),
});

export const availableDiscounts = defineEndpoint({
  method: "GET",
  path: "/user/balance/available_discount",
  access: "client",
  section: "partner",
  isNamed: true,
  summary: "Returns available discounts and those that more active referrals unlock",
  output: z.object({
    available_discounts: z.array(z.int()),
    rules: z._default(z.array(z.object({ discount: z.int(), activeReferrals: z.int() })), []),
  }),
});

/** Promo codes are typed by hand and read aloud, so they consist of Latin letters and digits, in any case. */
export const promoName = z
  .string("specifyPromoName")
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, { error: "specifyPromoName", abort: true }),
    z.minLength(promoNameMinLength, { error: "promoNameLength", abort: true }),
    z.maxLength(promoNameMaxLength, { error: "promoNameLength", abort: true }),
    z.regex(/^[A-Z0-9]+$/, "promoNameLetters"),
  )
  .register(z.globalRegistry, { examples: ["SPRING10"] });

export const promoCodeInput = z.object({
  name: promoName,
  /** Percent; one of the available discounts. */
  discount: integer({ min: 1, max: 100 }, "specifyDiscount"),
});

export const createPromoCode = defineEndpoint({
  method: "POST",
  path: "/user/balance/promocode",
  access: "client",
  section: "partner",
  isNamed: true,
  summary: "Creates a promo code",
  input: promoCodeInput,
  output: z.object({ id: z._default(z.string(), "") }),
});

export const deletePromoCode = defineEndpoint({
  method: "DELETE",
  path: "/user/balance/promocode/:id",
  access: "client",
  section: "partner",
  isNamed: true,
  summary: "Deletes a promo code; orders it is already applied to can be completed",
  input: z.object({ id }),
});
