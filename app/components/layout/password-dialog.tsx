import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { FormError } from "#app/components/form/form-error";
import { PasswordAndCode } from "#app/components/form/password-and-code";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import type { ButtonVariant } from "#app/components/ui/button";
import { paths } from "#app/paths";
import { DialogPage } from "./dialog-page";

const loadSchema = () => import("#contract/security/index").then((module) => module.recentAuthInput);

type PasswordDialogProps = {
  /** The action; the button has the same text. */
  title: string;
  text: string;
  variant?: ButtonVariant;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Asks for the password and the second step before a change of the profile. */
export function PasswordDialog({ title, text, variant = "primary", lastResult }: PasswordDialogProps) {
  const [form, fields] = useContractForm(loadSchema, { lastResult });
  return (
    <DialogPage title={title} closeTo={paths.profile}>
      <p>{text}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <PasswordAndCode fields={fields} />
        <SubmitButton variant={variant}>{title}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
