import type { MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { PasswordDialog } from "#app/components/layout/password-dialog";
import { pageTitle } from "#app/components/page-title";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { textFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { loadTwoStepDialog } from "#app/services/two-step.server";
import * as contract from "#contract/security/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "profile", "turnOff");

export const loader = loadTwoStepDialog;

export const action = formAction(
  requireClient,
  form(contract.proofInput, async (value, { request, caller }) => {
    await callApi(caller, contract.turnOffTwoStep, value);
    const t = await textFor(request, "twoStep");
    return redirectWithToast(paths.profile, t("turnedOff"));
  }),
);

export default function TwoStepOff() {
  const t = useText("profile");
  const twoStep = useText("twoStep");
  const answer = useActionData<typeof action>();
  return (
    <PasswordDialog
      title={t("turnOff")}
      text={twoStep("turnOffText")}
      variant="danger"
      lastResult={answer?.lastResult}
    />
  );
}
