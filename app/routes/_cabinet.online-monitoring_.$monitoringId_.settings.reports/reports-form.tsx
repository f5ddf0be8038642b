import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { CheckboxField } from "#app/components/form/checkbox-field";
import { FormError } from "#app/components/form/form-error";
import { RadioField } from "#app/components/form/radio-field";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useTranslations } from "#app/components/translations";
import { zoneOptions } from "#app/lib/dates";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import { reportPeriods } from "#contract/monitoring/notice-kinds";

type Reports = {
  daily: boolean;
  weekly: boolean;
  monthly: boolean;
  language: Language;
  zone: string;
  email: string;
  /** Lines such as `+03:00 Europe/Moscow`. */
  zones: string;
};
type Props = { reports: Reports; lastResult: SubmissionResult<string[]> | undefined };

const loadSchema = () => import("#contract/monitoring/notices").then(({ reportSettings }) => reportSettings);
const on = (value: boolean) => (value ? "on" : undefined);

/** Which reports are sent, their language, and the time zone of their days. */
export function ReportsForm({ reports, lastResult }: Props) {
  const t = useTranslations("notices");
  const { daily, weekly, monthly, language, zone, email, zones } = reports;
  const [form, fields] = useContractForm(loadSchema, {
    id: "reports",
    lastResult,
    defaultValue: { daily: on(daily), weekly: on(weekly), monthly: on(monthly), language, zone },
  });
  return (
    <section className="card">
      <h2>{t("which")}</h2>
      <p>{t("reportsIntro", { email })}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <fieldset className="field">
          <legend className="hidden-text">{t("which")}</legend>
          {reportPeriods.map((period) => (
            <CheckboxField key={period} field={fields[period]}>
              {t(period)}
            </CheckboxField>
          ))}
        </fieldset>
        <RadioField
          field={fields.language}
          label={t("language")}
          choices={languages.map((value) => ({ value, label: t(`language_${value}`) }))}
        />
        <SelectField field={fields.zone} label={t("zone")} options={zoneOptions(zones)} />
        <SubmitButton name="intent" value="save">
          {t("saveReports")}
        </SubmitButton>
        <FaqLink question="reports-alerts" />
      </Form>
    </section>
  );
}
