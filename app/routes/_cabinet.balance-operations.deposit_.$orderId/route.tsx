import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/result-of";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { moneyText } from "#app/lib/money";
import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { languageOf, loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { canDelete, canSubmitTxid, isUnderWay } from "#contract/payments/deposit-status";
import * as contract from "#contract/payments/index";
import { Crypto } from "./crypto";
import { DeleteForm } from "./delete-form";
import { NextStep } from "./next-step";
import { PaymentFacts } from "./payment-facts";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "deposit", "depositTitle");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [{ payment, afterwards }, texts] = await Promise.all([
    callApi(caller, contract.getDeposit, { orderId: params.orderId ?? "" }),
    loadTranslations(request, "deposit"),
  ]);
  const returnTo = safePath(payment.returnTo);
  // the payment was made for something: back to it, once the money is there
  const isBack = new URL(request.url).searchParams.has("returned");
  if (isBack && returnTo && payment.status === "received") {
    const [t, language] = await Promise.all([translationsFor(request, "deposit"), languageOf(request)]);
    const amount = moneyText(payment.sumCents, language);
    throw await redirectWithToast(returnTo, t("receivedToast", { amount }));
  }
  return { payment, afterwards, returnTo, texts };
}

export const action = formAction(requireClient, {
  txid: form(contract.txidForm, async (value, { request, params, caller }) => {
    const orderId = params.orderId ?? "";
    await callApi(caller, contract.submitTxid, { ...value, orderId });
    const t = await translationsFor(request, "deposit");
    return redirectWithToast(paths.depositStatus(orderId), t("txidSent"));
  }),
  delete: form(noFields, async (_value, { request, params, caller }) => {
    await callApi(caller, contract.deleteDeposit, { orderId: params.orderId ?? "" });
    const t = await translationsFor(request, "deposit");
    return redirectWithToast(paths.history("deposits"), t("deletedToast"));
  }),
});

export default function DepositStatus() {
  const t = useTranslations("deposit");
  const language = useLanguage();
  const { payment, afterwards, returnTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { status, address } = payment;
  const asksTxid = address !== null && canSubmitTxid(status);
  return (
    <>
      <h1>{t("paymentTitle", { amount: moneyText(payment.sumCents, language) })}</h1>
      {asksTxid ? (
        <Crypto payment={payment} address={address} lastResult={resultOf(answer, "txid")} />
      ) : (
        <NextStep payment={payment} afterwards={afterwards} returnTo={returnTo} />
      )}
      <div className="card">
        <PaymentFacts payment={payment} refund={afterwards.refund} />
      </div>
      {canDelete(status) && <DeleteForm errors={resultOf(answer, "delete")?.error?.[""] ?? undefined} />}
      {isUnderWay(status) && !asksTxid && (
        <>
          <p className="muted">{t("follows")}</p>
          <Refreshing seconds={status === "underReview" ? 20 : 3} />
        </>
      )}
    </>
  );
}
