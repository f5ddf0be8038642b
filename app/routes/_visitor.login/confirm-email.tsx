import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";

type Props = {
  code: string;
  lastResult: SubmissionResult<string[]> | undefined;
  /** The code of what was refused. */
  reason: string | undefined;
};

/** The page behind the letter's button. Only the POST confirms: link scanners open every address of a letter. */
export function ConfirmEmail({ code, lastResult, reason }: Props) {
  const t = useTranslations("user");
  return (
    <>
      <h1>{t("confirmTitle")}</h1>
      {lastResult ? <FormErrors result={lastResult} /> : <p>{t("confirmText")}</p>}
      {reason === "verifyCodeInvalid" ? (
        <>
          <p>{t("confirmEnded")}</p>
          <Link className={buttonClass("primary")} to={paths.login()}>
            {t("loginButton")}
          </Link>
        </>
      ) : (
        <Form method="post">
          <input type="hidden" name="code" value={code} />
          <SubmitButton name="intent" value="confirm">
            {t("confirmButton")}
          </SubmitButton>
        </Form>
      )}
    </>
  );
}
