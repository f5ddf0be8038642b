import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { renderSVG } from "uqr";
import { DialogPage } from "#app/components/layout/dialog-page";
import { RecoveryCodes } from "#app/components/layout/recovery-codes";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/security/index";
import { TurnOnForm } from "./turn-on-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "profile", "twoStepTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  const texts = await loadTranslations(request, "twoStep");
  try {
    const { secret, address } = await callApi(session, contract.prepareTwoStep, {});
    const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 0 }))}`;
    return { texts, setUp: { secret, address, picture } };
  } catch (error) {
    // it is on already: the page says so, and after turning it on shows the recovery codes
    if (error instanceof ApiError && error.code === "twoStepAlreadyOn") return { texts, setUp: null };
    throw error;
  }
}

export const action = formAction(
  requireClient,
  form(contract.turnOnTwoStep.input, (value, { caller }) => callApi(caller, contract.turnOnTwoStep, value)),
);

export default function TwoStep() {
  const t = useTranslations("twoStep");
  const profile = useTranslations("profile");
  const { setUp } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer?.shown) return <RecoveryCodes codes={answer.shown.recoveryCodes} />;
  return (
    <DialogPage title={profile("twoStepTitle")} closeTo={paths.profile}>
      {setUp ? <TurnOnForm setUp={setUp} lastResult={answer?.lastResult} /> : <p>{t("alreadyOn")}</p>}
    </DialogPage>
  );
}
