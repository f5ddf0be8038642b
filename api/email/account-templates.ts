import * as z from "zod/mini";
import { template, text, time } from "./template";

/** Days that a client's data can be downloaded. */
export const exportDays = 3;

/** Days that the links of an e-mail address change work. */
export const emailChangeDays = 3;

/** Path of the link "It was not me", below the cabinet's origin; emails queued before an upgrade have none. */
export const notMePath = z.optional(text);

/**
 * Emails about the account itself: its address, its data, its deletion. `addedBy` is who invites a reader without an
 * account.
 */
export const accountTemplates = {
  emailChangeOld: template(
    { newEmail: text, path: text, notMePath },
    { path: (v) => v.path, rows: () => ["newEmail"], constants: { count: emailChangeDays } },
  ),
  emailChangeNew: template(
    { addedBy: text, path: text },
    { path: (v) => v.path, constants: { count: emailChangeDays } },
  ),
  emailChanged: template(
    { oldEmail: text, newEmail: text, changedAt: time },
    // no button: whoever lost the account cannot log in to create a ticket
    { rows: () => ["oldEmail", "newEmail", "changedAt"] },
  ),
  dataReady: template({ dataUntil: time }, { path: () => "/profile/export" }),
  accountDeleted: template({}, { isWithoutLogin: true }),
};
