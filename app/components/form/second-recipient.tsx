import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import type { Tone } from "#app/components/ui/badge";
import { Badge } from "#app/components/ui/badge";
import type { RecipientState } from "#contract/monitoring/notice-kinds";
import type { Recipient } from "#contract/monitoring/recipients";
import { EmailField } from "./fields";
import { FormError } from "./form-error";
import { SubmitButton } from "./submit-button";
import { useContractForm } from "./use-contract-form";

type Props = { recipient: Recipient | null; lastResult: SubmissionResult<string[]> | undefined };

const loadSchema = () => import("#contract/monitoring/recipients").then(({ recipientForm }) => recipientForm);
const tones: Record<RecipientState, Tone> = { waiting: "warning", confirmed: "positive", stopped: "neutral" };

/**
 * A second recipient for the emails of a settings page. The address is confirmed by email and removed by a button.
 */
export function SecondRecipient({ recipient, lastResult }: Props) {
  const t = useTranslations("notices");
  const [form, fields] = useContractForm(loadSchema, {
    id: "recipient",
    lastResult,
    defaultValue: { email: recipient?.email },
  });
  return (
    <section className="card">
      <h2>{t("recipientTitle")}</h2>
      <p>{t("recipientIntro")}</p>
      {recipient && (
        <Form method="post" className="row">
          <span>{recipient.email}</span>{" "}
          <Badge tone={tones[recipient.state]}>{t(`recipient_${recipient.state}`)}</Badge>{" "}
          <SubmitButton name="intent" value="removeRecipient" variant="secondary">
            {t("recipientRemove")}
          </SubmitButton>
        </Form>
      )}
      <Form method="post" of={form}>
        <FormError form={form} />
        <EmailField field={fields.email} label={t("recipientEmail")} autoComplete="off" />
        <SubmitButton name="intent" value="setRecipient" variant="secondary">
          {t("recipientAsk")}
        </SubmitButton>
      </Form>
    </section>
  );
}
