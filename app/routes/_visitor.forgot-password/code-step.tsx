import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { CodeField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";

type Props = { email: string; pauseSeconds: number; lastResult: SubmissionResult<string[]> | undefined };

export function CodeStep({ email, pauseSeconds, lastResult }: Props) {
  const t = useTranslations("user");
  const [form, fields] = useContractForm(() => import("./form").then((module) => module.codeForm), {
    lastResult,
  });
  return (
    <>
      <h1>{t("codeTitle")}</h1>
      <p>{t("codeText", { email })}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <CodeField field={fields.code} label={t("code")} />
        <SubmitButton name="intent" value="check">
          {t("continueButton")}
        </SubmitButton>
      </Form>
      <Form method="post" className="inline-form">
        <button type="submit" name="intent" value="sendAgain" className="button secondary">
          {t("newCodeButton")}
        </button>
        {pauseSeconds > 0 && <p className="hint">{t("newCodePause", { count: pauseSeconds })}</p>}
      </Form>
      <p>
        <Link className="lone" to={`${paths.forgotPassword}?again=1`}>
          {t("otherEmail")}
        </Link>
      </p>
    </>
  );
}
