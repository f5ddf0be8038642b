import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { offsetText } from "#statements/time-zone";

const loadSchema = () => import("./forms").then((module) => module.clockForm);

/**
 * Fixed UTC offsets in use, in minutes; `withSummer` are base offsets of brokers with daylight saving time, in hours.
 */
const fixed = [
  ...Array.from({ length: 27 }, (_, index) => (index - 12) * 60),
  ...[-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765],
].sort((a, b) => a - b);
const withSummer = [2, 1, 0, 3, -5];

type Props = { brokerZone: string; lastResult: SubmissionResult<string[]> | undefined };

/** The broker's time zone: as reported by the terminal, or set by the owner. */
export function ClockForm({ brokerZone, lastResult }: Props) {
  const t = useTranslations("sharing");
  const [form, fields] = useContractForm(loadSchema, {
    id: "clock",
    lastResult,
    defaultValue: { zone: brokerZone },
  });
  const offsets = withSummer.map((hours) => offsetText(hours * 3600));
  return (
    <section className="card">
      <h2>{t("clock")}</h2>
      <p>{t("clockText")}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <SelectField
          field={fields.zone}
          label={t("clock")}
          options={[
            { value: "auto", label: t("clock_auto") },
            ...offsets.map((offset) => ({ value: `US${offset}`, label: t("clock_us", { offset }) })),
            ...offsets.map((offset) => ({ value: `EU${offset}`, label: t("clock_eu", { offset }) })),
            ...fixed.map((minutes) => {
              const zone = `UTC${offsetText(minutes * 60)}`;
              return { value: zone, label: zone };
            }),
          ]}
        />
        <SubmitButton name="intent" value="saveClock" variant="secondary">
          {t("saveClock")}
        </SubmitButton>
      </Form>
    </section>
  );
}
