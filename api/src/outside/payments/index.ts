import { environment } from "#api/values/environment";
import type { Settings } from "#api/values/settings";
import { sandboxSystems } from "./sandbox";
import type { Payments } from "./system";

/** The payment systems of the settings: `PAYMENTS=sandbox` (as long as no real one is added here) or `off`. */
export function choosePayments(settings: Settings): Payments {
  const { PAYMENTS = "sandbox" } = environment();
  if (PAYMENTS === "off") return { systems: [], isSandbox: false };
  if (PAYMENTS !== "sandbox") throw new Error("PAYMENTS is sandbox or off");
  return { systems: sandboxSystems(settings), isSandbox: true };
}
