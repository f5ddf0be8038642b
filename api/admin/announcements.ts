import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { announcementInput, previewAnnouncement } from "#api/modules/announcements/announce";
import * as contract from "#contract/admin/index";
import { withApiErrors } from "./operations";

export const preview = handle(contract.previewAnnouncement, async (input, context) => {
  const parsed = announcementInput.safeParse(input);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => [String(path[0]), "specifyText"]);
    throw new ApiError(422, "invalidInput", { fields: Object.fromEntries(fields) });
  }
  const { count, emails } = await withApiErrors(
    context.language,
    previewAnnouncement(context, context.db, parsed.data),
  );
  const shown = Object.entries(emails).map(([language, { subject, text }]) => ({ language, subject, text }));
  return { count, emails: shown };
});
