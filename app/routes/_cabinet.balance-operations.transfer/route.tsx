import type { SubmissionResult } from "@conform-to/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { EmailField, MoneyField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { Notice } from "#app/components/ui/notice";
import { amountText, moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiUnavailable } from "#app/services/api-errors.server";
import { readDraft } from "#app/services/draft.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/balance/index";

type Confirming = {
  email: string;
  amountCents: number;
  recipientName?: string;
  balanceAfterCents?: number;
  /** One key for this transfer, reused at each retry. */
  idempotencyKey: string;
  /** The request was sent but no response arrived. */
  isUnknown: boolean;
};

/** The confirmation step with recipient and amount; no money has moved yet. */
function Confirm(props: Confirming) {
  const { email, amountCents, recipientName, balanceAfterCents, idempotencyKey, isUnknown } = props;
  const t = useTranslations("transfer");
  const language = useLanguage();
  const amount = moneyText(amountCents, language);
  return (
    <section className="card sheet" aria-labelledby="confirm-title">
      <h1 id="confirm-title">{t("confirmTitle")}</h1>
      {isUnknown ? (
        <Notice tone="negative" role="alert">
          {t("transferUnknown")}
        </Notice>
      ) : (
        <p>{t("confirmText", { amount, email })}</p>
      )}
      <DescriptionList
        items={[
          [t("confirmEmail"), email],
          [t("confirmName"), recipientName],
          [t("confirmAmount"), amount],
          [
            t("confirmAfter"),
            balanceAfterCents === undefined ? null : moneyText(balanceAfterCents, language),
          ],
        ]}
      />
      <Form method="post" idempotencyKey={idempotencyKey} className="row">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="amount" value={amountText(amountCents)} />
        <SubmitButton name="intent" value="confirm">
          {t("confirmButton", { amount })}
        </SubmitButton>{" "}
        <SubmitButton variant="secondary" name="intent" value="change">
          {t("changeButton")}
        </SubmitButton>
      </Form>
    </section>
  );
}

type TransferFormProps = {
  limits: { minCents: number; maxCents: number; balanceCents: number };
  /** Input saved when the session had expired. */
  draft: Record<string, string> | null;
  lastResult: SubmissionResult<string[]> | undefined;
};

const loadForm = () => import("#contract/balance/index").then(({ transferForm }) => transferForm);

/** The first step: recipient and amount. */
function TransferForm({ limits, draft, lastResult }: TransferFormProps) {
  const t = useTranslations("transfer");
  const shared = useTranslations("balance");
  const language = useLanguage();
  const [form, fields] = useContractForm(loadForm, { lastResult, ...(draft && { defaultValue: draft }) });
  const hint = t("transferLimits", {
    min: moneyText(limits.minCents, language),
    max: moneyText(limits.maxCents, language),
    balance: moneyText(limits.balanceCents, language),
  });
  return (
    <>
      <header className="page-head">
        <h1>{t("transferTitle")}</h1>
        <p>{t("transferLead")}</p>
      </header>
      <Form method="post" of={form} className="form card sheet">
        <FormError form={form} />
        <EmailField field={fields.email} label={t("recipientEmail")} autoComplete="off" />
        <MoneyField field={fields.amount} label={shared("amount")} hint={hint} />
        <SubmitButton name="intent" value="check">
          {t("transferButton")}
        </SubmitButton>
        <FaqLink question="transfer" />
      </Form>
    </>
  );
}

const draftName = "transfer";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "transfer", "transferTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [limits, texts, draft] = await Promise.all([
    callApi(caller, contract.transferLimits, {}),
    loadTranslations(request, "transfer"),
    readDraft(request, draftName),
  ]);
  return { limits, texts, draft };
}

export const action = formAction(
  requireClient,
  {
    check: form(contract.transferForm, async ({ email, amount: amountCents }, { caller }) => {
      const checked = await callApi(caller, contract.checkTransfer, { email, amountCents });
      const confirming: Confirming = { ...checked, idempotencyKey: crypto.randomUUID(), isUnknown: false };
      return { confirming };
    }),
    // returns to the first step with its values
    change: form(contract.transferForm, async () => ({ confirming: null })),
    confirm: form(
      contract.transferForm,
      async ({ email, amount: amountCents }, { request, caller, idempotencyKey }) => {
        const value = { email, amountCents };
        try {
          await callApi(caller, contract.transfer, value, { idempotencyKey });
        } catch (error) {
          if (!(error instanceof ApiUnavailable)) throw error;
          // the outcome is unknown: retrying with the same key is safe
          const confirming: Confirming = { ...value, idempotencyKey, isUnknown: true };
          return data({ confirming }, { status: error.status });
        }
        const t = await translationsFor(request, "transfer");
        const amount = moneyText(amountCents, caller.language);
        return redirectWithToast(paths.history("transfers"), t("transferDone", { amount, email }));
      },
    ),
  },
  { draft: { name: () => draftName, fields: ["email", "amount"] } },
);

export default function Transfer() {
  const { limits, draft } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const confirming = answer?.shown?.confirming;
  return confirming ? (
    <Confirm key={confirming.idempotencyKey} {...confirming} />
  ) : (
    <TransferForm limits={limits} draft={draft} lastResult={answer?.lastResult} />
  );
}
