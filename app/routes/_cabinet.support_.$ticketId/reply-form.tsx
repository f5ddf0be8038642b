import type { SubmissionResult } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { FileField } from "#app/components/form/file-field";
import { FormError } from "#app/components/form/form-error";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { KeepDraft } from "#app/components/form/keep-draft";
import { SubmitButton } from "#app/components/form/submit-button";
import { TextArea } from "#app/components/form/text-area";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useText } from "#app/components/text";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { ticketFileTypes, ticketTextMaxLength } from "#contract/rules";
import type { TicketStatus } from "#contract/ticket-status";

type ReplyFormProps = {
  ticket: { id: string; status: TicketStatus };
  /** How many messages the client has sent: each makes room for a new draft. */
  sent: number;
  draft: Record<string, string> | null;
  idempotencyKey: string;
  answer:
    | { lastResult: SubmissionResult<string[]>; code?: string; details: Record<string, string | number> }
    | undefined;
};

export function ReplyForm({ ticket, sent, draft, idempotencyKey, answer }: ReplyFormProps) {
  const t = useText("support");
  const [form, fields] = useContractForm(
    () => import("#contract/support").then((module) => module.replyInput),
    {
      lastResult: answer?.lastResult,
      defaultValue: draft ?? {},
    },
  );
  const openTicketId = answer?.code === "ticketAlreadyOpen" && answer.details.ticketId;
  return (
    <section className="prose" aria-labelledby="reply">
      <h2 id="reply">{t("replyTitle")}</h2>
      {ticket.status === "closed" && <p>{t("reopenHint")}</p>}
      <Form method="post" encType="multipart/form-data" {...form.props}>
        {draft && !answer && <Notice tone="warning">{t("draftBack")}</Notice>}
        <FormError form={form} />
        {openTicketId && (
          <p>
            <Link to={paths.ticket(String(openTicketId))}>{t("openTicket")}</Link>
          </p>
        )}
        <IdempotencyKey value={idempotencyKey} />
        <KeepDraft name={`reply ${ticket.id} ${sent}`} fields={["text"]} />
        <TextArea
          field={fields.text}
          label={t("text")}
          hint={t("textHint")}
          maxLength={ticketTextMaxLength}
        />
        <FileField
          field={fields.files}
          label={t("files")}
          hint={t("filesHint")}
          accept={ticketFileTypes}
          multiple
        />
        <SubmitButton>{t("reply")}</SubmitButton>
      </Form>
    </section>
  );
}
