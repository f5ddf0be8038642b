import * as z from "zod/mini";
import { passwordMatch } from "#app/lib/password-match";
import { newPassword } from "#contract/fields";

export const resetForm = z
  .object({ password: newPassword, repeatPassword: z.optional(z.string()) })
  .check(passwordMatch("password"));
