import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { FormError } from "#app/components/form/form-error";
import { RadioField } from "#app/components/form/radio-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { reportPeriods } from "#contract/monitoring/notice-kinds";

const loadSchema = () => import("./forms").then(({ sendForm }) => sendForm);

/** A report at once, of the days up to now. */
export function SendForm({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const t = useTranslations("notices");
  const [form, fields] = useContractForm(loadSchema, {
    id: "send",
    lastResult,
    defaultValue: { period: "daily" },
  });
  return (
    <section>
      <h2>{t("sendTitle")}</h2>
      <p>{t("sendText")}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <RadioField
          field={fields.period}
          label={t("period")}
          choices={reportPeriods.map((value) => ({ value, label: t(`period_${value}`) }))}
        />
        <SubmitButton name="intent" value="send" variant="secondary">
          {t("sendNow")}
        </SubmitButton>
      </Form>
    </section>
  );
}
