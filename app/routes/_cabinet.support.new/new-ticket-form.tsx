import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { DraftInTab } from "#app/components/form/draft-in-tab";
import { TextField } from "#app/components/form/fields";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import type { TicketAnswer } from "#app/components/form/ticket-message";
import { TicketMessageFields, TicketNotices } from "#app/components/form/ticket-message";
import { useContractForm } from "#app/components/form/use-contract-form";
import { RichText, useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";

type NewTicketFormProps = {
  departments: readonly { id: string; name: string }[];
  /** What was written before a session ended. */
  draft: Record<string, string> | null;
  draftName: string;
  idempotencyKey: string;
  answer: TicketAnswer;
};

export function NewTicketForm({ departments, draft, draftName, idempotencyKey, answer }: NewTicketFormProps) {
  const t = useTranslations("support");
  const [form, fields] = useContractForm(
    () => import("#contract/support/index").then((module) => module.createTicketInput),
    {
      lastResult: answer?.lastResult,
      defaultValue: draft ?? {},
    },
  );
  return (
    <Form method="post" encType="multipart/form-data" of={form}>
      <TicketNotices form={form} draft={draft} answer={answer} />
      <IdempotencyKey value={idempotencyKey} />
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
