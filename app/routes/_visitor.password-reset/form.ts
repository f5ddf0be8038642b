import * as z from "zod/mini";
import { repeatOf } from "#app/lib/repeat-of";
import { newPassword } from "#contract/fields";

export const resetForm = z
  .object({ password: newPassword, repeatPassword: z.optional(z.string()) })
  .check(repeatOf("password"));
