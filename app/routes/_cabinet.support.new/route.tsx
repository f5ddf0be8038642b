import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { readDraft } from "#app/services/draft.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { ticketFileMaxBytes } from "#contract/rules";
import * as contract from "#contract/support/index";
import { NewTicketForm } from "./new-ticket-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "support", "createTicket");

const draftName = "ticket";

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  const [texts, { departments }, { total }, draft] = await Promise.all([
    loadTranslations(request, "support"),
    callApi(session, contract.departments, {}),
    callApi(session, contract.tickets, {}),
    readDraft(request, draftName),
  ]);
  return { texts, departments, total, draft, idempotencyKey: randomUUID() };
}

export const action = formAction(
  requireClient,
  form(contract.createTicketInput, async (value, { request, caller, idempotencyKey }) => {
    const { ticketId } = await callApi(caller, contract.createTicket, value, { idempotencyKey });
    const t = await translationsFor(request, "support");
    return redirectWithToast(paths.ticket(ticketId), t("created"));
  }),
  {
    files: { maxFileBytes: ticketFileMaxBytes },
    draft: { name: () => draftName, fields: ["departmentId", "title", "text"] },
  },
);

export default function NewTicket() {
  const t = useTranslations("support");
  const { departments, draft, idempotencyKey, total } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <DialogPage title={t("createTicket")} closeTo={paths.support}>
      <NewTicketForm
        departments={departments}
        draft={draft}
        draftName={`ticket ${total}`}
        idempotencyKey={idempotencyKey}
        answer={answer}
      />
    </DialogPage>
  );
}
