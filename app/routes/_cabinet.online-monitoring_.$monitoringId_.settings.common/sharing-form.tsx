import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { CheckboxField } from "#app/components/form/checkbox-field";
import { FormError } from "#app/components/form/form-error";
import { RadioField } from "#app/components/form/radio-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useTranslations } from "#app/components/translations";
import type { AccountPage } from "#contract/monitoring/index";
import { visibilities } from "#contract/monitoring/status";

type Shared = Pick<AccountPage, "visibility" | "showMoney" | "showPositions" | "showNumber">;
const loadSchema = () => import("#contract/monitoring/index").then((module) => module.sharingInput);

type Props = { account: Shared; lastResult: SubmissionResult<string[]> | undefined };

const on = (value: boolean) => (value ? "on" : undefined);

/** Who can see the account's page, and which parts of it. */
export function SharingForm({ account, lastResult }: Props) {
  const t = useTranslations("sharing");
  const { visibility, showMoney, showPositions, showNumber } = account;
  const [form, fields] = useContractForm(loadSchema, {
    id: "sharing",
    lastResult,
    defaultValue: {
      visibility,
      showMoney: on(showMoney),
      showPositions: on(showPositions),
      showNumber: on(showNumber),
    },
  });
  return (
    <>
      <h2>{t("sharing")}</h2>
      <Form method="post" of={form}>
        <FormError form={form} />
        <RadioField
          field={fields.visibility}
          label={t("whoSees")}
          choices={visibilities.map((value) => ({
            value,
            label: t(`visibility_${value}`),
            hint: t(`visibility_${value}Hint`),
          }))}
        />
        <fieldset className="field">
          <legend>{t("whatShows")}</legend>
          <CheckboxField field={fields.showMoney} hint={t("showMoneyHint")}>
            {t("showMoney")}
          </CheckboxField>
          <CheckboxField field={fields.showPositions}>{t("showPositions")}</CheckboxField>
          <CheckboxField field={fields.showNumber}>{t("showNumber")}</CheckboxField>
        </fieldset>
        <SubmitButton name="intent" value="saveSharing">
          {t("saveSharing")}
        </SubmitButton>
        <FaqLink question="sharing" />
      </Form>
    </>
  );
}
