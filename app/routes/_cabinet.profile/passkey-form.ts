import * as z from "zod/mini";
import { addPasskeyInput } from "#contract/security/index";

/** The input before the browser creates a passkey. */
export const passkeyForm = z.pick(addPasskeyInput, { name: true });
