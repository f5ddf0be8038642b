import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { DialogPage } from "#app/components/shell/dialog-page";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { keepingDraft, keptDraft } from "#app/services/draft.server";
import { invalidForm, parseForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import { readUpload } from "#app/services/upload.server";
import { ticketFileMaxBytes, ticketFilesMax } from "#contract/rules";
import * as contract from "#contract/support/index";
import { NewTicketForm } from "./new-ticket-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "support", "createTicket");

const draftName = "ticket";

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  const [texts, { departments }, { total }, draft] = await Promise.all([
    loadTexts(request, "support"),
    callApi(session, contract.departments, {}),
    callApi(session, contract.tickets, {}),
    keptDraft(request, draftName),
  ]);
  return { texts, departments, total, draft, idempotencyKey: randomUUID() };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readUpload(request, { maxFileBytes: ticketFileMaxBytes, maxFiles: ticketFilesMax });
  const submission = parseForm(form, contract.createTicketInput);
  const values = Object.fromEntries(
    ["departmentId", "title", "text"].map((name) => [name, String(form.get(name) ?? "")]),
  );
  return keepingDraft(request, { name: draftName, values }, async () => {
    const session = await requireClient(request);
    if (submission.status !== "success") return invalidForm(submission);
    try {
      const idempotencyKey = String(form.get("idempotencyKey") ?? "");
      const { ticketId } = await callApi(session, contract.createTicket, submission.value, {
        idempotencyKey,
      });
      const t = await textFor(request, "support");
      return await redirectWithToast(paths.ticket(ticketId), t("created"));
    } catch (error) {
      return refusedForm(submission, error);
    }
  });
}

export default function NewTicket() {
  const t = useText("support");
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
