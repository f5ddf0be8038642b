import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { PasswordAndCode } from "#app/components/form/password-and-code";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/security/index";

const loadSchema = () => import("#contract/security/index").then((module) => module.recentAuthInput);

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "profile", "confirmTitle");

/** Returns the page that required the authentication. */
const backTo = (request: Request) =>
  safePath(new URL(request.url).searchParams.get("redirectTo")) ?? paths.profile;

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  const [{ hasTwoStep }, texts] = await Promise.all([
    callApi(session, contract.securityState, {}),
    loadTranslations(request, "profile"),
  ]);
  return { hasTwoStep, texts };
}

export const action = formAction(
  requireClient,
  form(contract.recentAuthInput, async (value, { request, caller }) => {
    await callApi(caller, contract.prove, value);
    return redirect(backTo(request));
  }),
);

export default function Confirm() {
  const t = useTranslations("profile");
  const { hasTwoStep } = useLoaderData<typeof loader>();
  const [authForm, fields] = useContractForm(loadSchema, {
    lastResult: useActionData<typeof action>()?.lastResult,
  });
  return (
    <DialogPage title={t("confirmTitle")} closeTo={paths.profile}>
      <p>{t("confirmText")}</p>
      <Form method="post" of={authForm}>
        <FormError form={authForm} />
        <PasswordAndCode fields={fields} hasTwoStep={hasTwoStep} />
        <SubmitButton>{t("confirm")}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
