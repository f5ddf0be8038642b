import { Form } from "@remix-run/react";
import { SubmitButton } from "#app/components/form/submit-button";
import { useText } from "#app/components/text";
import { Notice } from "#app/components/ui/notice";

/** The page behind the letter's button. Only the POST confirms: link scanners open every address of a letter. */
export function ConfirmEmail({ code, error }: { code: string; error: string | undefined }) {
  const t = useText("user");
  return (
    <>
      <h1>{t("confirmTitle")}</h1>
      {error ? <Notice tone="negative">{error}</Notice> : <p>{t("confirmText")}</p>}
      <Form method="post">
        <input type="hidden" name="intent" value="confirm" />
        <input type="hidden" name="code" value={code} />
        <SubmitButton>{t("confirmButton")}</SubmitButton>
      </Form>
    </>
  );
}
