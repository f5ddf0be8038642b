import type { SubmissionResult } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { EmailField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { FormErrors } from "#app/components/form/form-errors";
import { resultOf } from "#app/components/form/form-result";
import { PasskeyButton } from "#app/components/form/passkey-button";
import { PasswordField } from "#app/components/form/password-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { RichText, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { readDraft, saveDraft } from "#app/services/draft.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { toSecondStep } from "#app/services/second-step.server";
import { anyVisitor, signIn, visitorOnly } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/users/index";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "user", args.data?.code ? "confirmTitle" : "loginTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  const query = new URL(request.url).searchParams;
  return {
    code: query.get("code"),
    redirectTo: query.get("redirectTo"),
    isConfirmed: query.has("confirmed"),
    email: (await readDraft(request, "login"))?.email ?? null,
    texts: await loadTranslations(request, "user"),
  };
}

const redirectOf = (body: FormData) => body.get("redirectTo") as string | null;

export const action = formAction(anyVisitor, {
  login: form(contract.loginInput, async (value, { request, caller, body }) => {
    try {
      return await signIn(request, await callApi(caller, contract.login, value), redirectOf(body));
    } catch (error) {
      const secondStep = await toSecondStep(error, redirectOf(body));
      if (!secondStep) throw error;
      return secondStep;
    }
  }),
  confirm: form(contract.verifyEmail.input, async (value, { caller }) => {
    const { email } = await callApi(caller, contract.verifyEmail, value);
    // email addresses must not appear in URLs
    if (email) await saveDraft("login", { email });
    return redirect(paths.login({ confirmed: "1" }));
  }),
  resend: form(contract.resendConfirmation.input, async (value, { request, caller, body }) => {
    await callApi(caller, contract.resendConfirmation, value);
    await saveDraft("login", { email: value.email });
    const t = await translationsFor(request, "user");
    return redirectWithToast(paths.login({ redirectTo: redirectOf(body) ?? undefined }), t("resent"));
  }),
});

export default function Login() {
  const t = useTranslations("user");
  const { code, redirectTo, isConfirmed, email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(
    () => import("#contract/users/index").then((module) => module.loginInput),
    {
      lastResult: resultOf(answer, "login", "resend"),
      ...(email && { defaultValue: { email } }),
    },
  );
  if (code)
    return <ConfirmEmail code={code} lastResult={resultOf(answer, "confirm")} reason={answer?.code} />;
  return (
    <>
      <h1>{t("loginTitle")}</h1>
      {isConfirmed && !answer && (
        <Notice tone="positive" role="status">
          {t("confirmed")}
        </Notice>
      )}
      <Form method="post" of={form} isPlain>
        <FormError form={form} />
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <EmailField field={fields.email} label={t("email")} />
        <PasswordField field={fields.password} label={t("password")} autoComplete="current-password" />
        <SubmitButton name="intent" value="login">
          {t("loginButton")}
        </SubmitButton>{" "}
        {(answer?.code === "emailNotVerified" || answer?.intent === "resend") && (
          <button type="submit" name="intent" value="resend" className="button secondary" formNoValidate>
            {t("resendButton")}
          </button>
        )}
      </Form>
      <PasskeyButton label={t("passkeyLogin")} failed={t("passkeyFailed")} redirectTo={redirectTo} />
      <div className="row apart">
        <Link className="lone" to={paths.forgotPassword}>
          {t("forgotLink")}
        </Link>
        <p>
          <RichText tags={{ signup: (text) => <Link to={paths.signup()}>{text}</Link> }}>
            {t("noAccount")}
          </RichText>
        </p>
      </div>
    </>
  );
}

type Props = {
  code: string;
  lastResult: SubmissionResult<string[]> | undefined;
  /** Error code of the rejected confirmation. */
  reason: string | undefined;
};

/** The page behind the email's button. Only the POST confirms, because link scanners open every link in an email. */
function ConfirmEmail({ code, lastResult, reason }: Props) {
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
