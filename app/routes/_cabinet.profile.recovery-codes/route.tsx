import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData } from "@remix-run/react";
import { FormError } from "#app/components/form/form-error";
import { PasswordAndCode } from "#app/components/form/password-and-code";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { DialogPage } from "#app/components/shell/dialog-page";
import { RecoveryCodes } from "#app/components/shell/recovery-codes";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { passwordInput } from "#contract/profile/index";
import * as contract from "#contract/security/index";

const loadSchema = () => import("#contract/profile/index").then((module) => module.passwordInput);

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "twoStep", "recoveryTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireClient(request);
  return { texts: await loadTexts(request, "twoStep") };
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await requireClient(request);
  const submission = parseForm(await readForm(request), passwordInput);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    return await callApi(session, contract.newRecoveryCodes, submission.value);
  } catch (error) {
    return refusedForm(submission, error);
  }
}

export default function NewRecoveryCodes() {
  const t = useText("profile");
  const twoStep = useText("twoStep");
  const answer = useActionData<typeof action>();
  const lastResult = answer && "lastResult" in answer ? answer.lastResult : undefined;
  const [form, fields] = useContractForm(loadSchema, { lastResult });
  if (answer && "recoveryCodes" in answer) return <RecoveryCodes codes={answer.recoveryCodes} />;
  return (
    <DialogPage title={t("newRecoveryCodes")} closeTo={paths.profile}>
      <p>{twoStep("renewText")}</p>
      <Form method="post" {...form.props}>
        <FormError form={form} />
        <PasswordAndCode fields={fields} />
        <SubmitButton>{t("newRecoveryCodes")}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
