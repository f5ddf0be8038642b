import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { EmailField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { PasskeyButton } from "#app/components/form/passkey-button";
import { PasswordField } from "#app/components/form/password-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { RichText, useText } from "#app/components/text";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { toSecondStep } from "#app/services/second-step.server";
import { signIn, visitorOnly } from "#app/services/session.server";
import * as contract from "#contract/user/index";
import { ConfirmEmail } from "./confirm-email";
import { confirmEmail, resendConfirmation } from "./confirmation.server";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "user", "loginTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  const query = new URL(request.url).searchParams;
  return {
    code: query.get("code"),
    redirectTo: query.get("redirectTo"),
    texts: await loadTexts(request, "user"),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const caller = await visitorOnly(request);
  const form = await readForm(request);
  if (form.get("intent") === "confirm") return confirmEmail(request, caller, form);
  if (form.get("intent") === "resend") return resendConfirmation(request, caller, form);
  const submission = parseForm(form, contract.loginInput);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    const tokens = await callApi(caller, contract.login, submission.value);
    return await signIn(tokens, form.get("redirectTo") as string | null);
  } catch (error) {
    const secondStep = await toSecondStep(error, form.get("redirectTo") as string | null);
    return secondStep ?? refusedForm(submission, error);
  }
}

export default function Login() {
  const t = useText("user");
  const { code, redirectTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(
    () => import("#contract/user/index").then((module) => module.loginInput),
    {
      lastResult: answer?.lastResult,
    },
  );
  if (code)
    return (
      <ConfirmEmail
        code={code}
        error={answer?.lastResult?.error?.[""]?.[0] ?? answer?.lastResult?.error?.code?.[0]}
      />
    );
  return (
    <>
      <h1>{t("loginTitle")}</h1>
      <Form method="post" {...form.props}>
        <FormError form={form} />
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <EmailField field={fields.email} label={t("email")} />
        <PasswordField field={fields.password} label={t("password")} autoComplete="current-password" />
        <SubmitButton>{t("loginButton")}</SubmitButton>
        {answer?.code === "emailNotVerified" && (
          <button type="submit" name="intent" value="resend" className="button secondary" formNoValidate>
            {t("resendButton")}
          </button>
        )}
      </Form>
      <PasskeyButton label={t("passkeyLogin")} failed={t("passkeyFailed")} redirectTo={redirectTo} />
      <p>
        <Link to={paths.forgotPassword}>{t("forgotLink")}</Link>
      </p>
      <p>
        <RichText tags={{ signup: (text) => <Link to={paths.signup()}>{text}</Link> }}>
          {t("noAccount")}
        </RichText>
      </p>
    </>
  );
}
