import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { ticketFileMaxBytes } from "#contract/rules";
import * as contract from "#contract/support/index";

/** Returns the name of an unsent reply's draft. */
export const draftNameOf = (ticketId: string) => `reply ${ticketId}`;

export const answerTicket = formAction(
  requireClient,
  {
    reply: form(contract.replyInput, async (value, { request, params, caller, idempotencyKey }) => {
      const ticketId = params.ticketId ?? "";
      await callApi(caller, contract.replyTicket, { ...value, ticketId }, { idempotencyKey });
      const t = await translationsFor(request, "support");
      return redirectWithToast(`${paths.ticket(ticketId)}#last`, t("replied"));
    }),
    close: form(noFields, async (_, { request, params, caller }) => {
      const ticketId = params.ticketId ?? "";
      await callApi(caller, contract.closeTicket, { ticketId });
      const t = await translationsFor(request, "support");
      return redirectWithToast(paths.ticket(ticketId), t("closedToast"));
    }),
  },
  {
    files: { maxFileBytes: ticketFileMaxBytes },
    draft: { name: ({ ticketId = "" }) => draftNameOf(ticketId), fields: ["text"] },
  },
);
