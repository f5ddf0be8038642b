import { Form } from "#app/components/form";
import { DraftInTab } from "#app/components/form/draft-in-tab";
import { SubmitButton } from "#app/components/form/submit-button";
import type { TicketAnswer } from "#app/components/form/ticket-message";
import { TicketMessageFields, TicketNotices } from "#app/components/form/ticket-message";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import type { TicketStatus } from "#contract/support/ticket-status";

type ReplyFormProps = {
  ticket: { id: string; status: TicketStatus };
  /** The number of messages the client has sent; each sent message starts a new draft. */
  sent: number;
  draft: Record<string, string> | null;
  idempotencyKey: string;
  answer: TicketAnswer;
};

export function ReplyForm({ ticket, sent, draft, idempotencyKey, answer }: ReplyFormProps) {
  const t = useTranslations("support");
  const [form, fields] = useContractForm(
    () => import("#contract/support/index").then((module) => module.replyInput),
    {
      lastResult: answer?.lastResult,
      defaultValue: draft ?? {},
    },
  );
  return (
    <section className="reply" aria-labelledby="reply">
      <h2 id="reply">{t("replyTitle")}</h2>
      {ticket.status === "closed" && <p>{t("reopenHint")}</p>}
      <Form method="post" encType="multipart/form-data" of={form} idempotencyKey={idempotencyKey}>
        <TicketNotices form={form} draft={draft} answer={answer} />
        <DraftInTab name={`reply ${ticket.id} ${sent}`} fields={["text"]} />
        <TicketMessageFields text={fields.text} files={fields.files} />
        <SubmitButton name="intent" value="reply">
          {t("reply")}
        </SubmitButton>
      </Form>
    </section>
  );
}
