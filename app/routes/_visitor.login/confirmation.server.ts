import { paths } from "#app/paths";
import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, refusedForm } from "#app/services/form.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/user/index";

export async function confirmEmail(request: Request, caller: Caller, form: FormData) {
  const submission = parseForm(form, contract.verifyEmail.input);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    await callApi(caller, contract.verifyEmail, submission.value);
  } catch (error) {
    return refusedForm(submission, error);
  }
  const t = await textFor(request, "user");
  return redirectWithToast(paths.login(), t("confirmed"));
}

export async function resendConfirmation(request: Request, caller: Caller, form: FormData) {
  const submission = parseForm(form, contract.resendConfirmation.input);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    await callApi(caller, contract.resendConfirmation, submission.value);
  } catch (error) {
    return refusedForm(submission, error);
  }
  const t = await textFor(request, "user");
  return redirectWithToast(paths.login(), t("resent"));
}
