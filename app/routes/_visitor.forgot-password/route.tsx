import type { SubmissionResult } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { CodeField, EmailField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { resultOf } from "#app/components/form/form-result";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { readResetStep, resetStepHeaders } from "#app/services/reset-step.server";
import { anyVisitor, visitorOnly } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { codePauseSeconds } from "#contract/rules";
import * as contract from "#contract/users/index";
import { codeForm } from "./form";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "user", args.data?.email ? "codeTitle" : "forgotTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  const step = new URL(request.url).searchParams.has("again") ? null : await readResetStep(request);
  const pause = step ? Math.ceil(codePauseSeconds - (Date.now() - Date.parse(step.sentAt)) / 1000) : 0;
  return {
    email: step?.email ?? null,
    pauseSeconds: Math.max(0, pause),
    texts: await loadTranslations(request, "user"),
  };
}

/** Sends a code; the headers store the email address for the next step. */
const sendCode = async (email: string, caller: Caller) => {
  await callApi(caller, contract.forgotPasswordCode, { email });
  return { headers: await resetStepHeaders({ email, sentAt: new Date().toISOString() }) };
};

export const action = formAction(anyVisitor, {
  send: form(contract.forgotPasswordCode.input, async ({ email }, { caller }) =>
    redirect(paths.forgotPassword, await sendCode(email, caller)),
  ),
  sendAgain: form(noFields, async (_, { request, caller }) => {
    const step = await readResetStep(request);
    if (!step) return redirect(paths.forgotPassword);
    const t = await translationsFor(request, "user");
    return redirectWithToast(paths.forgotPassword, t("newCodeSent"), await sendCode(step.email, caller));
  }),
  check: form(codeForm, async ({ code }, { request, caller }) => {
    const step = await readResetStep(request);
    if (!step) return redirect(paths.forgotPassword);
    const { resetTicket } = await callApi(caller, contract.checkForgotOtp, { email: step.email, code });
    return redirect(paths.passwordReset, { headers: await resetStepHeaders({ ...step, resetTicket }) });
  }),
});

export default function ForgotPassword() {
  const { email, pauseSeconds } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return email ? (
    <CodeStep
      key={email}
      email={email}
      pauseSeconds={pauseSeconds}
      lastResult={resultOf(answer, "check", "sendAgain")}
    />
  ) : (
    <EmailStep key="email" lastResult={resultOf(answer, "send")} />
  );
}

function EmailStep({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const t = useTranslations("user");
  const [form, fields] = useContractForm(
    () => import("#contract/users/index").then((module) => module.forgotPasswordCode.input),
    { lastResult },
  );
  return (
    <>
      <h1>{t("forgotTitle")}</h1>
      <p>{t("forgotText")}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <EmailField field={fields.email} label={t("email")} />
        <SubmitButton name="intent" value="send">
          {t("sendCodeButton")}
        </SubmitButton>
      </Form>
      <p>
        <Link className="lone" to={paths.login()}>
          {t("backToLogin")}
        </Link>
      </p>
    </>
  );
}

type Props = { email: string; pauseSeconds: number; lastResult: SubmissionResult<string[]> | undefined };

function CodeStep({ email, pauseSeconds, lastResult }: Props) {
  const t = useTranslations("user");
  const [form, fields] = useContractForm(() => import("./form").then((module) => module.codeForm), {
    lastResult,
  });
  return (
    <>
      <h1>{t("codeTitle")}</h1>
      <p>{t("codeText", { email })}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <CodeField field={fields.code} label={t("code")} />
        <SubmitButton name="intent" value="check">
          {t("continueButton")}
        </SubmitButton>
      </Form>
      <Form method="post" className="inline-form">
        <button type="submit" name="intent" value="sendAgain" className="button secondary">
          {t("newCodeButton")}
        </button>
        {pauseSeconds > 0 && <p className="hint">{t("newCodePause", { count: pauseSeconds })}</p>}
      </Form>
      <p>
        <Link className="lone" to={`${paths.forgotPassword}?again=1`}>
          {t("otherEmail")}
        </Link>
      </p>
    </>
  );
}
