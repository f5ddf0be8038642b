import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { EmailField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";

export function EmailStep({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const t = useTranslations("user");
  const [form, fields] = useContractForm(
    () => import("#contract/users/index").then((module) => module.forgotPasswordCode.input),
    { lastResult },
  );
  return (
    <>
      <h1>{t("forgotTitle")}</h1>
      <p>{t("forgotText")}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <EmailField field={fields.email} label={t("email")} />
        <SubmitButton name="intent" value="send">
          {t("sendCodeButton")}
        </SubmitButton>
      </Form>
      <p>
        <Link className="lone" to={paths.login()}>
          {t("backToLogin")}
        </Link>
      </p>
    </>
  );
}
