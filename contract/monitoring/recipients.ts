import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { email } from "#contract/fields";
import { recipientKinds, recipientStates } from "./notice-kinds";
import { monitoringId } from "./period";

/** A second recipient of an account's reports or alerts: invited by email, and sent to only after confirming. */

const recipientKind = z.enum(recipientKinds);
const ofAccount = z.object({ monitoringId, letters: recipientKind });

export const recipientForm = z.object({ email });

/** The second recipient as the owner sees it; null if there is none. */
export const recipient = z.nullable(z.object({ email: z.string(), state: z.enum(recipientStates) }));
export type Recipient = NonNullable<z.output<typeof recipient>>;

export const setRecipient = defineEndpoint({
  method: "POST",
  path: "/monitoring/accounts/:monitoringId/recipients/:letters",
  access: "client",
  section: "monitoring",
  summary:
    "Sets a second recipient of reports or alerts and asks for consent by e-mail, up to five an hour; replaces the previous one",
  input: z.extend(recipientForm, ofAccount.shape),
});

export const removeRecipient = defineEndpoint({
  method: "DELETE",
  path: "/monitoring/accounts/:monitoringId/recipients/:letters",
  access: "client",
  section: "monitoring",
  summary: "Removes the second recipient",
  input: ofAccount,
});

const token = z.object({ token: z.string().check(z.regex(/^[\w.-]{10,200}$/)) });

export const readInvitation = defineEndpoint({
  method: "GET",
  path: "/monitoring/recipients/:token",
  access: "public",
  summary: "Returns the invitation behind an e-mail link: who invites to which e-mails",
  input: token,
  output: z.object({
    letters: recipientKind,
    accountNumber: z.string(),
    /** The owner's email address. */
    from: z.string(),
    email: z.string(),
    state: z.enum(recipientStates),
  }),
});

export const acceptInvitation = defineEndpoint({
  method: "POST",
  path: "/monitoring/recipients/:token",
  access: "signed",
  summary: "Accepts an invitation through the e-mail link",
  input: token,
});
