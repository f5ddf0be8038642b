import * as z from "zod/mini";
import { template, text, time } from "./template";

/** How long a client's data can be downloaded. */
export const exportDays = 3;

/** How long the links of a change of the e-mail address work. */
export const emailChangeDays = 3;

/** The link "It was not me", below the cabinet's origin; letters that waited for an upgrade have none. */
export const notMePath = z.optional(text);

/** E-mails about the account itself: its address, its data, its end. `addedBy` is who asks a reader that has no account. */
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
    { path: () => "/support/new", rows: () => ["oldEmail", "newEmail", "changedAt"] },
  ),
  dataReady: template({ dataUntil: time }, { path: () => "/profile/export", rows: () => ["dataUntil"] }),
  accountDeleted: template({}),
};
