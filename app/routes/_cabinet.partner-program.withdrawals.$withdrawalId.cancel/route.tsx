import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/partners/index";
import { canCancelWithdrawal } from "#contract/partners/withdrawal-status";

const page = paths.partnerWithdrawals;

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "withdrawalCancel", "cancelTitle");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const [{ withdrawals }, texts] = await Promise.all([
    callApi(caller, contract.withdrawals, {}),
    loadTranslations(request, "withdrawalCancel"),
  ]);
  const withdrawal = withdrawals.find(({ id }) => id === params.withdrawalId);
  if (!withdrawal || !canCancelWithdrawal(withdrawal.status)) throw data(null, { status: 404 });
  return { wallet: withdrawal.wallet, amountCents: withdrawal.amountCents, texts };
}

export const action = formAction(
  section("partner"),
  form(noFields, async (_, { request, params, caller }) => {
    await callApi(caller, contract.cancelWithdrawal, { withdrawalId: params.withdrawalId ?? "" });
    const t = await translationsFor(request, "withdrawalCancel");
    return redirectWithToast(page, t("cancelled"));
  }),
);

export default function CancelWithdrawal() {
  const t = useTranslations("withdrawalCancel");
  const language = useLanguage();
  const { wallet, amountCents } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <DialogPage title={t("cancelTitle")} closeTo={page}>
      <p>{t("cancelText", { amount: moneyText(amountCents, language), wallet })}</p>
      <FormErrors result={answer?.lastResult} />
      <Form method="post" className="row">
        <SubmitButton variant="danger">{t("cancelButton")}</SubmitButton>{" "}
        <Link to={page} className="button">
          {t("keepButton")}
        </Link>
      </Form>
    </DialogPage>
  );
}
