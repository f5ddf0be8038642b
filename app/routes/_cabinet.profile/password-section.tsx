import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { PasswordField } from "#app/components/form/password-field";
import { SecondFactorField } from "#app/components/form/second-factor-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";

const loadSchema = () => import("./password-form").then((module) => module.passwordForm);

type PasswordSectionProps = { needsCode: boolean; lastResult: SubmissionResult<string[]> | undefined };

export function PasswordSection({ needsCode, lastResult }: PasswordSectionProps) {
  const t = useTranslations("profile");
  const [form, fields] = useContractForm(loadSchema, { id: "change-password", lastResult });
  return (
    <section className="card" id="password">
      <h2>{t("passwordTitle")}</h2>
      <p>
        {t("passwordText")} <Link to={paths.faqQuestion("change-password")}>{t("moreAbout")}</Link>
      </p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <PasswordField field={fields.oldPassword} label={t("oldPassword")} autoComplete="current-password" />
        <PasswordField field={fields.newPassword} label={t("newPassword")} autoComplete="new-password" />
        <PasswordField
          field={fields.repeatPassword}
          label={t("repeatPassword")}
          autoComplete="new-password"
        />
        {needsCode && <SecondFactorField field={fields.secondFactorCode} />}
        <SubmitButton name="intent" value="changePassword">
          {t("changePassword")}
        </SubmitButton>
      </Form>
    </section>
  );
}
