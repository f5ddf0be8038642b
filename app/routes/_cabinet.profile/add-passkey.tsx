import type { SubmissionResult } from "@conform-to/react";
import { useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import { useState } from "react";
import { Form } from "#app/components/form";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";

const loadSchema = () => import("./passkey-form").then((module) => module.passkeyForm);

/** Creates a passkey in the browser and sends it to the API. */
export function AddPasskey({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const t = useTranslations("profile");
  const submit = useSubmit();
  const [hasFailed, setFailed] = useState(false);
  const createPasskey = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    values.set("intent", "addPasskey");
    setFailed(false);
    try {
      if (String(values.get("name")).trim()) {
        const { startRegistration } = await import("@simplewebauthn/browser");
        const answer = await fetch(paths.passkeyOptions, { method: "POST" });
        // the recent authentication has expired meanwhile: authenticates again
        if (answer.redirected) return window.location.assign(answer.url);
        const { ticket, options } = (await answer.json()) as { ticket: string; options: string };
        values.set("ticket", ticket);
        values.set("response", JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) })));
      }
      submit(values, { method: "post", preventScrollReset: true });
    } catch {
      // the user cancelled, the browser lacks support, or the network failed: nothing was created
      setFailed(true);
    }
  };

  const [form, fields] = useContractForm(loadSchema, {
    id: "add-passkey",
    lastResult,
    onSubmit: createPasskey,
  });

  return (
    <Form method="post" of={form}>
      <FormError form={form} />
      {hasFailed && (
        <Notice tone="negative" role="alert">
          {t("passkeyFailed")}
        </Notice>
      )}
      <TextField field={fields.name} label={t("passkeyName")} autoComplete="off" />
      <SubmitButton variant="secondary" name="intent" value="addPasskey">
        {t("addPasskey")}
      </SubmitButton>
    </Form>
  );
}
