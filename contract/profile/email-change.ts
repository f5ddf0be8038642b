import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { email, recentAuthFields, timestamp } from "#contract/fields";

/** Change of an account's email address, which takes effect only after both addresses have confirmed it. */

export const emailChange = defineEndpoint({
  method: "GET",
  path: "/user/email",
  access: "client",
  summary: "Returns the pending e-mail change, if any",
  output: z.object({
    change: z.nullable(
      z.object({
        newEmail: z.string(),
        endsAt: timestamp,
        isOldConfirmed: z.boolean(),
        isNewConfirmed: z.boolean(),
      }),
    ),
  }),
});

export const requestEmailChangeInput = z.object({ email, ...recentAuthFields });

export const requestEmailChange = defineEndpoint({
  method: "POST",
  path: "/user/email",
  access: "client",
  recentAuth: "password",
  summary: "E-mails a link to the old and the new address; links of earlier requests stop working",
  input: requestEmailChangeInput,
});

export const cancelEmailChange = defineEndpoint({
  method: "POST",
  path: "/user/email/cancel",
  access: "client",
  summary: "Cancels an e-mail change; its links stop working",
});

const token = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) });

/** `confirmed`: this address has confirmed, the other has not; `done`: the new address is in effect. */
const state = z.enum(["open", "confirmed", "done"]);

export const readEmailChange = defineEndpoint({
  method: "GET",
  path: "/user/email/confirmation/:token",
  access: "public",
  summary: "Returns the e-mail change behind a link",
  input: token,
  output: z.object({ oldEmail: z.string(), newEmail: z.string(), state }),
});

export const confirmEmailChange = defineEndpoint({
  method: "POST",
  path: "/user/email/confirmation",
  access: "public",
  summary: "Confirms an e-mail change; the second link applies it and ends all other sessions",
  input: token,
  output: z.object({ state }),
});
