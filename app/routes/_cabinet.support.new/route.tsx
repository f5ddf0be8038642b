import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { DraftInTab } from "#app/components/form/draft-in-tab";
import { TextField } from "#app/components/form/fields";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import type { TicketAnswer } from "#app/components/form/ticket-message";
import { TicketMessageFields, TicketNotices } from "#app/components/form/ticket-message";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { RichText, useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { readDraft } from "#app/services/draft.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { ticketFileMaxBytes } from "#contract/rules";
import * as contract from "#contract/support/index";

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

type NewTicketFormProps = {
  departments: readonly { id: string; name: string }[];
  /** Draft saved before the session ended. */
  draft: Record<string, string> | null;
  draftName: string;
  idempotencyKey: string;
  answer: TicketAnswer;
};

function NewTicketForm({ departments, draft, draftName, idempotencyKey, answer }: NewTicketFormProps) {
  const t = useTranslations("support");
  const [form, fields] = useContractForm(
    () => import("#contract/support/index").then((module) => module.createTicketInput),
    {
      lastResult: answer?.lastResult,
      defaultValue: draft ?? {},
    },
  );
  return (
    <Form method="post" encType="multipart/form-data" of={form} idempotencyKey={idempotencyKey}>
      <TicketNotices
        form={form}
        draft={draft}
        answer={answer}
        isOther={fields.departmentId.value !== answer?.lastResult.initialValue?.departmentId}
      />
      <DraftInTab name={draftName} fields={["departmentId", "title", "text"]} />
      <SelectField
        field={fields.departmentId}
        label={t("department")}
        empty={t("chooseDepartment")}
        options={departments.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField field={fields.title} label={t("ticketTitle")} autoComplete="off" />
      <TicketMessageFields text={fields.text} files={fields.files} />
      <SubmitButton>{t("createTicket")}</SubmitButton>
      <p className="small muted">
        <RichText tags={{ faq: (text) => <Link to={paths.faq}>{text}</Link> }}>{t("faqFirst")}</RichText>
      </p>
    </Form>
  );
}
