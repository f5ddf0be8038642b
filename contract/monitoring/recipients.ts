import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { email } from "#contract/fields";
import { recipientLetters, recipientStates } from "./notice-kinds";
import { monitoringId } from "./period";

/** A second address for reports or alerts of an account: asked by a letter, sent to once it has confirmed. */

const letters = z.enum(recipientLetters);
const ofAccount = z.object({ monitoringId, letters });

export const recipientForm = z.object({ email });

/** What the owner sees of the second recipient; null where there is none. */
export const recipient = z.nullable(z.object({ email: z.string(), state: z.enum(recipientStates) }));
export type Recipient = NonNullable<z.output<typeof recipient>>;

export const setRecipient = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/recipients/:letters",
  access: "client",
  section: "monitoring",
  summary:
    "Names a second address for reports or alerts and asks it by a letter, five an hour at most; it takes the place of the one before",
  input: z.extend(recipientForm, ofAccount.shape),
});

export const removeRecipient = defineEndpoint({
  method: "DELETE",
  path: "/monitoring/accounts/:monitoringId/recipients/:letters",
  access: "client",
  section: "monitoring",
  summary: "Removes the second address; nothing more is sent to it",
  input: ofAccount,
});

const token = z.object({ token: z.string().check(z.regex(/^[\w.-]{10,200}$/)) });

export const readInvitation = defineEndpoint({
  method: "GET",
  path: "/monitoring/recipients/:token",
  access: "public",
  summary: "Who asks an address to receive which letters of which account, by the link of the letter",
  input: token,
  output: z.object({
    letters,
    accountNumber: z.string(),
    /** The owner's address. */
    from: z.string(),
    email: z.string(),
    state: z.enum(recipientStates),
  }),
});

export const acceptInvitation = defineEndpoint({
  method: "POST",
  path: "/monitoring/recipients/:token",
  access: "signed",
  summary: "Confirms that an address wants the letters, by the link of the letter",
  input: token,
});
