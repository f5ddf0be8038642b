import * as z from "zod/mini";
import { repeatOf } from "#app/lib/repeat-of";
import { changePasswordInput } from "#contract/profile/index";

/** The form asks for the new password twice; the API does not. */
export const passwordForm = z
  .extend(changePasswordInput, { repeatPassword: z.optional(z.string()) })
  .check(repeatOf("newPassword"));
