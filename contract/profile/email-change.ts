import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { email, recentAuthFields, timestamp } from "#contract/fields";

/** A new address of an account: nothing changes until both addresses have confirmed it. */

export const emailChange = defineEndpoint({
  method: "GET",
  path: "/user/email",
  access: "client",
  summary: "The change of the e-mail that waits for confirmation, if there is one",
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
  proof: "password",
  summary: "E-mails a link to the old and to the new address; links of an earlier request stop working",
  input: requestEmailChangeInput,
});

export const cancelEmailChange = defineEndpoint({
  method: "POST",
  path: "/user/email/cancel",
  access: "client",
  summary: "Cancels a change of the e-mail: its links stop working",
});

const token = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) });

/** `confirmed`: this address has confirmed, the other has not; `done`: the new address holds. */
const state = z.enum(["open", "confirmed", "done"]);

export const readEmailChange = defineEndpoint({
  method: "GET",
  path: "/user/email/confirmation/:token",
  access: "public",
  summary: "What the link of an e-mail about a new address stands for",
  input: token,
  output: z.object({ oldEmail: z.string(), newEmail: z.string(), state }),
});

export const confirmEmailChange = defineEndpoint({
  method: "POST",
  path: "/user/email/confirmation",
  access: "public",
  summary:
    "Confirms a new address by the link of an e-mail; the second of the two links changes it and ends all other sessions",
  input: token,
  output: z.object({ state }),
});
