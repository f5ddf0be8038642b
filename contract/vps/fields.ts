import * as z from "zod/mini";
import { optionalText, requiredText } from "#contract/fields";
import { integer } from "#contract/integer";
import { commentMaxLength, promoNameMaxLength, rentalMonths } from "#contract/rules";

/** What several calls of rates and servers have in common. */

export const id = z.string().check(z.minLength(1), z.maxLength(40));
export const server = z.object({ serverId: id });

/** Whole months of a rental period, from a form or as a number. */
export const months = z.pipe(integer({}, "choosePeriod"), z.literal([...rentalMonths], "choosePeriod"));

export const promoCode = z.optional(
  z.string().check(
    z.trim(),
    z.overwrite((value) => value.toUpperCase()),
    z.maxLength(promoNameMaxLength, "tooLong"),
  ),
);

export const operatingSystem = requiredText("chooseOperatingSystem", 60);
export const comment = optionalText(commentMaxLength);

/** The price that was shown: where it is another by now, nothing is taken and the right one is told (409 `priceDiffers`). An upgrade is not taken without it. */
export const agreedCents = z.optional(integer({}, "amountInvalid"));
