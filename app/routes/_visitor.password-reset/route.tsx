import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Form, useActionData } from "@remix-run/react";
import { FormError } from "#app/components/form/form-error";
import { PasswordField } from "#app/components/form/password-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { readResetStep, resetStepHeaders } from "#app/services/reset-step.server";
import { visitorOnly } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import { redirectWithRefusal, redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/user/index";
import { resetForm } from "./form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "user", "resetTitle");

async function ticketOf(request: Request): Promise<string> {
  const step = await readResetStep(request);
  if (step?.resetTicket) return step.resetTicket;
  const t = await textFor(request, "user");
  throw step
    ? await redirectWithRefusal(paths.forgotPassword, t("resetExpired"))
    : redirect(paths.forgotPassword);
}

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  await ticketOf(request);
  return { texts: await loadTexts(request, "user") };
}

export async function action({ request }: ActionFunctionArgs) {
  const caller = await visitorOnly(request);
  const resetTicket = await ticketOf(request);
  const submission = parseForm(await readForm(request), resetForm);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    await callApi(caller, contract.resetPassword, { resetTicket, password: submission.value.password });
  } catch (error) {
    return refusedForm(submission, error);
  }
  const t = await textFor(request, "user");
  return redirectWithToast(paths.login(), t("passwordChanged"), {
    headers: await resetStepHeaders(null),
  });
}

export default function PasswordReset() {
  const t = useText("user");
  const [form, fields] = useContractForm(() => import("./form").then((module) => module.resetForm), {
    lastResult: useActionData<typeof action>()?.lastResult,
  });
  return (
    <>
      <h1>{t("resetTitle")}</h1>
      <Form method="post" {...form.props}>
        <FormError form={form} />
        <PasswordField
          field={fields.password}
          label={t("newPassword")}
          hint={t("passwordHint")}
          autoComplete="new-password"
        />
        <PasswordField
          field={fields.repeatPassword}
          label={t("repeatPassword")}
          autoComplete="new-password"
        />
        <SubmitButton>{t("changePasswordButton")}</SubmitButton>
      </Form>
    </>
  );
}
