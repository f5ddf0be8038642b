import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { RadioField } from "#app/components/form/radio-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import type { AccountPage } from "#contract/monitoring/index";
import { currencyDisplays } from "#contract/monitoring/status";

const loadSchema = () => import("./forms").then((module) => module.commonForm);

type Props = {
  account: Pick<AccountPage, "name" | "currencyDisplay">;
  lastResult: SubmissionResult<string[]> | undefined;
};

export function CommonForm({ account, lastResult }: Props) {
  const t = useTranslations("sharing");
  const { name, currencyDisplay } = account;
  const [form, fields] = useContractForm(loadSchema, {
    id: "common",
    lastResult,
    defaultValue: { name, currencyDisplay },
  });
  return (
    <section className="card">
      <h2>{t("common")}</h2>
      <Form method="post" of={form}>
        <FormError form={form} />
        <TextField field={fields.name} label={t("name")} autoComplete="off" />
        <RadioField
          field={fields.currencyDisplay}
          label={t("currencyDisplay")}
          choices={currencyDisplays.map((value) => ({ value, label: t(`currency_${value}`) }))}
        />
        <SubmitButton name="intent" value="saveCommon" variant="secondary">
          {t("saveCommon")}
        </SubmitButton>
      </Form>
    </section>
  );
}
