import type { SubmissionResult } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { TextField } from "#app/components/form/fields";
import { FileField } from "#app/components/form/file-field";
import { FormError } from "#app/components/form/form-error";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { KeepDraft } from "#app/components/form/keep-draft";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { TextArea } from "#app/components/form/text-area";
import { useContractForm } from "#app/components/form/use-contract-form";
import { RichText, useText } from "#app/components/text";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { ticketFileTypes, ticketTextMaxLength } from "#contract/rules";

type NewTicketFormProps = {
  departments: readonly { id: string; name: string }[];
  /** What was written before a session ended. */
  draft: Record<string, string> | null;
  draftName: string;
  idempotencyKey: string;
  answer:
    | { lastResult: SubmissionResult<string[]>; code?: string; details: Record<string, string | number> }
    | undefined;
};

export function NewTicketForm({ departments, draft, draftName, idempotencyKey, answer }: NewTicketFormProps) {
  const t = useText("support");
  const [form, fields] = useContractForm(
    () => import("#contract/support").then((module) => module.createTicketInput),
    {
      lastResult: answer?.lastResult,
      defaultValue: draft ?? {},
    },
  );
  const openTicketId = answer?.code === "ticketAlreadyOpen" && answer.details.ticketId;
  return (
    <Form method="post" encType="multipart/form-data" {...form.props}>
      {draft && !answer && <Notice tone="warning">{t("draftBack")}</Notice>}
      <FormError form={form} />
      {openTicketId && (
        <p>
          <Link to={paths.ticket(String(openTicketId))}>{t("openTicket")}</Link>
        </p>
      )}
      <IdempotencyKey value={idempotencyKey} />
      <KeepDraft name={draftName} fields={["departmentId", "title", "text"]} />
      <SelectField
        field={fields.departmentId}
        label={t("department")}
        empty={t("chooseDepartment")}
        options={departments.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField field={fields.title} label={t("ticketTitle")} autoComplete="off" />
      <TextArea field={fields.text} label={t("text")} hint={t("textHint")} maxLength={ticketTextMaxLength} />
      <FileField
        field={fields.files}
        label={t("files")}
        hint={t("filesHint")}
        accept={ticketFileTypes}
        multiple
      />
      <SubmitButton>{t("createTicket")}</SubmitButton>
      <p className="small muted">
        <RichText tags={{ faq: (text) => <Link to={paths.faq}>{text}</Link> }}>{t("faqFirst")}</RichText>
      </p>
    </Form>
  );
}
