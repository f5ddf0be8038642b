import * as z from "zod/mini";
import { dollars } from "#contract/fields";
import { withdrawalInput } from "#contract/partners/index";

/** The form takes dollars as typed and parses them into cents. */
export const withdrawalForm = z.extend(withdrawalInput, { amount: dollars });
export const transferForm = z.object({ amount: dollars });
