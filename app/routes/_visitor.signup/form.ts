import * as z from "zod/mini";
import { passwordMatch } from "#app/lib/password-match";
import { signupInput } from "#contract/users/index";

/** The form contains the password twice; the API takes it once. */
export const signupForm = z
  .extend(z.omit(signupInput, { language: true }), { repeatPassword: z.optional(z.string()) })
  .check(passwordMatch("password"));
