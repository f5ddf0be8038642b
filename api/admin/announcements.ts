import { transaction } from "#api/db/transaction";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { announcementInput, previewAnnouncement } from "#api/modules/announcements/announce";
import { findPlan } from "#api/operations/require-plan";
import * as contract from "#contract/admin/index";
import { withApiErrors } from "./operations";

export const preview = handle(contract.previewAnnouncement, async (input, context) => {
  const parsed = announcementInput.safeParse(input);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, code, message }) => [
      String(path[0]),
      code === "invalid_value" ? "chooseRecipients" : message,
    ]);
    throw new ApiError(422, "invalidInput", { fields: Object.fromEntries(fields) });
  }
  const { plan } = parsed.data;
  if (plan !== undefined)
    await withApiErrors(
      context.language,
      transaction(context.db, (tx) => findPlan(tx, plan)),
    );
  const { count, emails } = await withApiErrors(
    context.language,
    previewAnnouncement(context, context.db, parsed.data),
  );
  const shown = emails.map(({ language, subject, text }) => ({ language, subject, text }));
  return { count, emails: shown };
});
