import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/result-of";
import { pageTitle } from "#app/components/page-title";
import { paths } from "#app/paths";
import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { readResetStep, resetStepHeaders } from "#app/services/reset-step.server";
import { visitorOnly } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { codePauseSeconds } from "#contract/rules";
import * as contract from "#contract/users/index";
import { CodeStep } from "./code-step";
import { EmailStep } from "./email-step";
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

/** Sends a code; the headers remember to whom. */
const sendCode = async (email: string, caller: Caller) => {
  await callApi(caller, contract.forgotPasswordCode, { email });
  return { headers: await resetStepHeaders({ email, sentAt: new Date().toISOString() }) };
};

export const action = formAction(visitorOnly, {
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
