import * as z from "zod/mini";
import { cents, template, text, time } from "./template";

/** Who added the reader as a second recipient. Such a reader has no account here, so the greeting and the footer differ. */
const addedBy = text;

/** Days that the link of an invitation to a second recipient works. */
export const invitationDays = 7;

/** Emails about online monitoring: subscription, reports, alerts. */
export const monitoringTemplates = {
  /** The price of an account changes for those who have a subscription. */
  monitoringPriceChange: template(
    { oldPriceCents: cents, newPriceCents: cents, holdsOn: text },
    { path: () => "/online-monitoring", rows: () => ["oldPriceCents", "newPriceCents", "holdsOn"] },
  ),
  monitoringRenewed: template(
    { count: z.int(), paidUntil: time, priceCents: cents },
    {
      path: () => "/online-monitoring",
      rows: () => ["count", "paidUntil"],
      total: () => "priceCents",
      isReceipt: true,
    },
  ),
  /** `count` accounts are paused. */
  monitoringEnded: template({ count: z.int() }, { path: () => "/online-monitoring" }),
  /** `path` is the account's page if the reader may see it; figures and picture are placed between the text and the button. */
  monitoringReport: template(
    {
      account: text,
      number: text,
      days: text,
      path: z.optional(text),
      addedBy: z.optional(addedBy),
      period: z.enum(["daily", "weekly", "monthly"]),
    },
    { path: (v) => v.path, variant: (v) => v.period },
  ),
  /** `alerts`: one line each. */
  monitoringAlert: template(
    { account: text, number: text, alerts: text, path: z.optional(text), addedBy: z.optional(addedBy) },
    { path: (v) => v.path },
  ),
  /** Invites a second recipient. Nothing in it but the address and the number comes from the owner. */
  recipientInvited: template(
    { addedBy, number: text, letters: z.enum(["Reports", "Alerts"]), path: text },
    { path: (v) => v.path, variant: (v) => v.letters, constants: { count: invitationDays } },
  ),
};
