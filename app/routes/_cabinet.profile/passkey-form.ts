import * as z from "zod/mini";
import { addPasskeyInput } from "#contract/security/index";

/** What is typed before the browser makes a passkey. */
export const passkeyForm = z.pick(addPasskeyInput, { name: true });
