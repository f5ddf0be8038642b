import type { MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { PasswordDialog } from "#app/components/layout/password-dialog";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { loadTwoStepDialog } from "#app/services/two-step.server";
import * as contract from "#contract/security/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "profile", "turnOff");

export const loader = loadTwoStepDialog;

export const action = formAction(
  requireClient,
  form(contract.recentAuthInput, async (value, { request, caller }) => {
    await callApi(caller, contract.turnOffTwoStep, value);
    const t = await translationsFor(request, "twoStep");
    return redirectWithToast(paths.profile, t("turnedOff"));
  }),
);

export default function TwoStepOff() {
  const t = useTranslations("profile");
  const twoStep = useTranslations("twoStep");
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
