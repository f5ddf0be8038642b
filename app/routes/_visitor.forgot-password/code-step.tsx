import type { SubmissionResult } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { CodeField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";

type Props = { email: string; pauseSeconds: number; lastResult: SubmissionResult<string[]> | undefined };

export function CodeStep({ email, pauseSeconds, lastResult }: Props) {
  const t = useText("user");
  const [form, fields] = useContractForm(() => import("./form").then((module) => module.codeForm), {
    lastResult,
  });
  return (
    <>
      <h1>{t("codeTitle")}</h1>
      <p>{t("codeText", { email })}</p>
      <Form method="post" {...form.props}>
        <FormError form={form} />
        <input type="hidden" name="intent" value="check" />
        <CodeField field={fields.code} label={t("code")} />
        <SubmitButton>{t("continueButton")}</SubmitButton>
      </Form>
      <Form method="post" className="inline-form">
        <input type="hidden" name="intent" value="again" />
        <button type="submit" className="button secondary">
          {t("newCodeButton")}
        </button>
        {pauseSeconds > 0 && <p className="hint">{t("newCodePause", { count: pauseSeconds })}</p>}
      </Form>
      <p>
        <Link to={`${paths.forgotPassword}?again=1`}>{t("otherEmail")}</Link>
      </p>
    </>
  );
}
