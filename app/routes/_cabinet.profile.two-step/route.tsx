import type { SubmissionResult } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { renderSVG } from "uqr";
import { Form } from "#app/components/form";
import { CodeField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { RecoveryCodes } from "#app/components/layout/recovery-codes";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { CopyField } from "#app/components/ui/copy-field";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/security/index";

const loadSchema = () => import("#contract/security/index").then((module) => module.turnOnTwoStep.input);

type TurnOnFormProps = {
  setUp: { secret: string; address: string; picture: string };
  lastResult: SubmissionResult<string[]> | undefined;
};

/**
 * The secret for the authenticator app as a QR code, a link (for the phone itself) and text, then the field for its
 * first code.
 */
function TurnOnForm({ setUp, lastResult }: TurnOnFormProps) {
  const t = useTranslations("twoStep");
  const profile = useTranslations("profile");
  const common = useTranslations("common");
  const [form, fields] = useContractForm(loadSchema, { lastResult });
  return (
    <>
      <p>{t("scanStep")}</p>
      <a href={setUp.address}>
        <img className="qr" src={setUp.picture} alt={t("qrAlt")} />
      </a>{" "}
      <CopyField label={t("key")} value={setUp.secret} copy={common("copy")} copied={common("copied")} />
      <Form method="post" of={form}>
        <FormError form={form} />
        <CodeField field={fields.code} label={common("secondFactorCode")} hint={t("codeStep")} />
        <SubmitButton>{profile("turnOn")}</SubmitButton>
      </Form>
    </>
  );
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "profile", "twoStepTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  const texts = await loadTranslations(request, "twoStep");
  try {
    const { secret, address } = await callApi(session, contract.prepareTwoStep, {});
    const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 0 }))}`;
    return { texts, setUp: { secret, address, picture } };
  } catch (error) {
    // two-step login is on already: the page says so, and shows the recovery codes after turning it on
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
