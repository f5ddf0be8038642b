import * as z from "zod/mini";
import { optionalText, requiredText } from "#contract/fields";
import { integer } from "#contract/integer";
import { commentMaxLength, promoNameMaxLength, rentalMonths } from "#contract/rules";

/** Fields shared by several endpoints of rates and servers. */

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

/**
 * The price shown to the client. If the current price differs, nothing is charged and the response is 409
 * `priceDiffers` with the current price. Required for an upgrade.
 */
export const agreedCents = z.optional(integer({}, "amountInvalid"));
