import * as z from "zod/mini";
import { passwordMatch } from "#app/lib/password-match";
import { changePasswordInput } from "#contract/profile/index";

/** The form asks for the new password twice; the API does not. */
export const passwordForm = z
  .extend(changePasswordInput, { repeatPassword: z.optional(z.string()) })
  .check(passwordMatch("newPassword"));
