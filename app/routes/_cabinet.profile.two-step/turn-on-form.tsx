import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { CodeField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { CopyField } from "#app/components/ui/copy-field";

const loadSchema = () => import("#contract/security/index").then((module) => module.turnOnTwoStep.input);

type TurnOnFormProps = {
  setUp: { secret: string; address: string; picture: string };
  lastResult: SubmissionResult<string[]> | undefined;
};

/** The key for the app as a picture, a link (on the phone itself) and text; then the app's first code. */
export function TurnOnForm({ setUp, lastResult }: TurnOnFormProps) {
  const t = useTranslations("twoStep");
  const profile = useTranslations("profile");
  const common = useTranslations("common");
  const [form, fields] = useContractForm(loadSchema, { lastResult });
  return (
    <>
      <p>{t("scanStep")}</p>
      <a href={setUp.address}>
        <img className="qr" src={setUp.picture} alt={t("qrAlt")} />
      </a>{" "}
      <CopyField label={t("key")} value={setUp.secret} copy={common("copy")} copied={common("copied")} />
      <Form method="post" of={form}>
        <FormError form={form} />
        <CodeField field={fields.code} label={common("secondFactorCode")} hint={t("codeStep")} />
        <SubmitButton>{profile("turnOn")}</SubmitButton>
      </Form>
    </>
  );
}
