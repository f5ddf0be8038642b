import * as z from "zod/mini";
import { brokerZone, currencyDisplays, editAccountInput } from "#contract/monitoring/index";

/** Form of the account's name and currency display. */
export const commonForm = z.extend(z.pick(editAccountInput, { name: true }), {
  currencyDisplay: z.enum(currencyDisplays, "chooseCurrencyDisplay"),
});

/** Form of the broker's time zone. */
export const clockForm = z.object({ zone: brokerZone });
