import type { SubmissionResult } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { resultOf } from "#app/components/form/form-result";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { CopyField } from "#app/components/ui/copy-field";
import { Notice } from "#app/components/ui/notice";
import { durationText } from "#app/lib/duration";
import { moneyText } from "#app/lib/money";
import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { languageOf, loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { canDelete, canSubmitTxid, isUnderWay } from "#contract/payments/deposit-status";
import type { Payment } from "#contract/payments/index";
import * as contract from "#contract/payments/index";
import { NextStep } from "./next-step";
import { PaymentDetails, useCostText } from "./payment-details";

const loadForm = () => import("#contract/payments/index").then(({ txidForm }) => txidForm);

type CryptoProps = {
  payment: Payment;
  address: string;
  /** Time left to pay the order, or null if it has expired. */
  left: string | null;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** The two steps of a crypto payment: send it to the address, then submit the transaction id. */
function Crypto({ payment, address, left, lastResult }: CryptoProps) {
  const t = useTranslations("deposit");
  const common = useTranslations("common");
  const costText = useCostText();
  const [form, fields] = useContractForm(loadForm, { lastResult });
  const { orderId, costCents, currency, signature } = payment;
  return (
    <div className="halves">
      <section className="card">
        <h2>{t("cryptoStep1", { cost: costText(costCents, currency) })}</h2>
        <p>{t("cryptoStep1Text")}</p>
        {payment.isSandbox && <Notice tone="warning">{t("sandboxCrypto")}</Notice>}
        {left && <p role="timer">{t("timeLeft", { time: left })}</p>}
        <img
          className="qr centred"
          src={paths.depositQr(orderId)}
          alt={t("qrAlt")}
          width={196}
          height={196}
        />{" "}
        <CopyField label={t("address")} value={address} copy={common("copy")} copied={common("copied")} />
      </section>
      <section className="card">
        <h2>{t("cryptoStep2")}</h2>
        <Form method="post" of={form}>
          <FormError form={form} />
          <input type="hidden" name="signature" value={signature} />
          <TextField
            field={fields.txid}
            label={t("txid")}
            hint={t("txidHint")}
            autoComplete="off"
            spellCheck={false}
          />
          <SubmitButton name="intent" value="txid">
            {t("txidButton")}
          </SubmitButton>
          <FaqLink question="txid" />
        </Form>
      </section>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "deposit", "depositTitle");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [{ payment, afterwards }, texts] = await Promise.all([
    callApi(caller, contract.getDeposit, { orderId: params.orderId ?? "" }),
    loadTranslations(request, "deposit"),
  ]);
  const returnTo = safePath(payment.returnTo);
  // the deposit was made for a purchase: returns there once the money has arrived
  const isBack = new URL(request.url).searchParams.has("returned");
  if (isBack && returnTo && payment.status === "received") {
    const [t, language] = await Promise.all([translationsFor(request, "deposit"), languageOf(request)]);
    const amount = moneyText(payment.sumCents, language);
    throw await redirectWithToast(returnTo, t("receivedToast", { amount }));
  }
  const secondsLeft = (Date.parse(payment.expiresAt) - Date.now()) / 1000;
  const left = secondsLeft > 0 ? durationText(secondsLeft, await languageOf(request)) : null;
  return { payment, afterwards, returnTo, left, texts };
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
  const { payment, afterwards, returnTo, left } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { status, address } = payment;
  const needsTxid = address !== null && canSubmitTxid(status);
  return (
    <>
      <h1>{t("paymentTitle", { amount: moneyText(payment.sumCents, language) })}</h1>
      {needsTxid ? (
        <Crypto payment={payment} address={address} left={left} lastResult={resultOf(answer, "txid")} />
      ) : (
        <NextStep payment={payment} afterwards={afterwards} returnTo={returnTo} />
      )}
      <div className="card sheet">
        <PaymentDetails payment={payment} refund={afterwards.refund} />
      </div>
      {canDelete(status) && <DeleteForm errors={resultOf(answer, "delete")?.error?.[""] ?? undefined} />}
      {isUnderWay(status) && !needsTxid && (
        <>
          <p className="muted">{t("follows")}</p>
          <Refreshing seconds={status === "underReview" ? 20 : 3} />
        </>
      )}
    </>
  );
}

/** Deletes an unpaid order. The client can create it again at any time, so there is no confirmation. */
function DeleteForm({ errors }: { errors: string[] | undefined }) {
  const t = useTranslations("deposit");
  return (
    <Form method="post">
      <FormError form={{ errors }} />
      <button type="submit" name="intent" value="delete" className={buttonClass("quiet")}>
        {t("deleteButton")}
      </button>
    </Form>
  );
}
