import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { PasswordField } from "#app/components/form/password-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { readResetStep, resetStepHeaders } from "#app/services/reset-step.server";
import { anyVisitor, visitorOnly } from "#app/services/session.server";
import { redirectWithError, redirectWithToast } from "#app/services/toast.server";
import type { Output } from "#contract/endpoint";
import * as contract from "#contract/users/index";
import { resetForm } from "./form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "user", "resetTitle");

async function ticketOf(request: Request): Promise<string> {
  const step = await readResetStep(request);
  if (step?.resetTicket) return step.resetTicket;
  const t = await translationsFor(request, "user");
  throw step
    ? await redirectWithError(paths.forgotPassword, t("resetExpired"))
    : redirect(paths.forgotPassword);
}

/** Returns the success message: the password is changed, and the passkeys that were removed or put on hold by it. */
async function whatHappened(request: Request, closed: Output<typeof contract.resetPassword>) {
  const t = await translationsFor(request, "user");
  const lines = [t("passwordChanged")];
  const names = (list: string[]) => ({ names: list.join(", ") });
  if (closed.passkeysRemoved.length > 0) lines.push(t("passkeysRemoved", names(closed.passkeysRemoved)));
  if (closed.passkeysHeld.length > 0) lines.push(t("passkeysHeld", names(closed.passkeysHeld)));
  return lines.join(" ");
}

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  await ticketOf(request);
  return { texts: await loadTranslations(request, "user") };
}

export const action = formAction(
  anyVisitor,
  form(resetForm, async ({ password }, { request, caller }) => {
    const resetTicket = await ticketOf(request);
    const closed = await callApi(caller, contract.resetPassword, { resetTicket, password });
    return redirectWithToast(paths.login(), await whatHappened(request, closed), {
      headers: await resetStepHeaders(null),
    });
  }),
);

export default function PasswordReset() {
  const t = useTranslations("user");
  const [form, fields] = useContractForm(() => import("./form").then((module) => module.resetForm), {
    lastResult: useActionData<typeof action>()?.lastResult,
  });
  return (
    <>
      <h1>{t("resetTitle")}</h1>
      <Form method="post" of={form}>
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
