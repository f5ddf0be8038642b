import type { MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { PasswordDialog } from "#app/components/layout/password-dialog";
import { RecoveryCodes } from "#app/components/layout/recovery-codes";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { requireClient } from "#app/services/session.server";
import { loadTwoStepDialog } from "#app/services/two-step.server";
import * as contract from "#contract/security/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "twoStep", "recoveryTitle");

export const loader = loadTwoStepDialog;

export const action = formAction(
  requireClient,
  form(contract.recentAuthInput, (value, { caller }) => callApi(caller, contract.newRecoveryCodes, value)),
);

export default function NewRecoveryCodes() {
  const t = useTranslations("profile");
  const twoStep = useTranslations("twoStep");
  const answer = useActionData<typeof action>();
  if (answer?.shown) return <RecoveryCodes codes={answer.shown.recoveryCodes} />;
  return (
    <PasswordDialog
      title={t("newRecoveryCodes")}
      text={twoStep("renewText")}
      lastResult={answer?.lastResult}
    />
  );
}
