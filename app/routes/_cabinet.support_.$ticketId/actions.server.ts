import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { keepingDraft } from "#app/services/draft.server";
import { invalidForm, parseForm, refusedForm } from "#app/services/form.server";
import { requireClient } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/support/index";

/** The name under which an unsent reply is kept. */
export const draftNameOf = (ticketId: string) => `reply ${ticketId}`;

export async function replyToTicket(request: Request, ticketId: string, form: FormData) {
  const submission = parseForm(form, contract.replyInput);
  const draft = { name: draftNameOf(ticketId), values: { text: String(form.get("text") ?? "") } };
  return keepingDraft(request, draft, async () => {
    const session = await requireClient(request);
    if (submission.status !== "success") return invalidForm(submission);
    try {
      const idempotencyKey = String(form.get("idempotencyKey") ?? "");
      await callApi(session, contract.replyTicket, { ...submission.value, ticketId }, { idempotencyKey });
      const t = await textFor(request, "support");
      return await redirectWithToast(`${paths.ticket(ticketId)}#last`, t("replied"));
    } catch (error) {
      return refusedForm(submission, error);
    }
  });
}

export async function closeTicket(request: Request, ticketId: string) {
  const session = await requireClient(request);
  await callApi(session, contract.closeTicket, { ticketId });
  const t = await textFor(request, "support");
  throw await redirectWithToast(paths.ticket(ticketId), t("closedToast"));
}
