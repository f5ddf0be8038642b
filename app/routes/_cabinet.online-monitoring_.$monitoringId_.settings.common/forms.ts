import * as z from "zod/mini";
import { brokerZone, currencyDisplays, editAccountInput } from "#contract/monitoring/index";

/** The form of what an account is called and how its money is written. */
export const commonForm = z.extend(z.pick(editAccountInput, { name: true }), {
  currencyDisplay: z.enum(currencyDisplays, "chooseCurrencyDisplay"),
});

/** The form of how the broker's clock goes. */
export const clockForm = z.object({ zone: brokerZone });
