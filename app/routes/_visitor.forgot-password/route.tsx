import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { readResetStep, resetStepHeaders } from "#app/services/reset-step.server";
import { visitorOnly } from "#app/services/session.server";
import { codePauseSeconds } from "#contract/rules";
import * as contract from "#contract/user/index";
import { CodeStep } from "./code-step";
import { EmailStep } from "./email-step";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "user", "forgotTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  const step = new URL(request.url).searchParams.has("again") ? null : await readResetStep(request);
  const pause = step ? Math.ceil(codePauseSeconds - (Date.now() - Date.parse(step.sentAt)) / 1000) : 0;
  return {
    email: step?.email ?? null,
    pauseSeconds: Math.max(0, pause),
    texts: await loadTexts(request, "user"),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const caller = await visitorOnly(request);
  const form = await readForm(request);
  const step = await readResetStep(request);
  if (form.get("intent") === "check" && step) {
    form.set("email", step.email);
    const submission = parseForm(form, contract.checkForgotOtp.input);
    if (submission.status !== "success") return invalidForm(submission);
    try {
      const { resetTicket } = await callApi(caller, contract.checkForgotOtp, submission.value);
      return redirect(paths.passwordReset, { headers: await resetStepHeaders({ ...step, resetTicket }) });
    } catch (error) {
      return refusedForm(submission, error);
    }
  }
  if (form.get("intent") === "again" && step) form.set("email", step.email);
  const submission = parseForm(form, contract.forgotPasswordCode.input);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    await callApi(caller, contract.forgotPasswordCode, submission.value);
  } catch (error) {
    return refusedForm(submission, error);
  }
  const next = { email: submission.value.email, sentAt: new Date().toISOString() };
  return redirect(paths.forgotPassword, { headers: await resetStepHeaders(next) });
}

export default function ForgotPassword() {
  const { email, pauseSeconds } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  return email ? (
    <CodeStep key={email} email={email} pauseSeconds={pauseSeconds} lastResult={lastResult} />
  ) : (
    <EmailStep key="email" lastResult={lastResult} />
  );
}
