import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { EmailField, MoneyField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useLanguage, useTranslations } from "#app/components/translations";
import { moneyText } from "#app/lib/money";

type TransferFormProps = {
  limits: { minCents: number; maxCents: number; balanceCents: number };
  /** What was typed when the session had ended. */
  draft: Record<string, string> | null;
  lastResult: SubmissionResult<string[]> | undefined;
};

const loadForm = () => import("#contract/balance/index").then(({ transferForm }) => transferForm);

/** The first step: to whom and how much. */
export function TransferForm({ limits, draft, lastResult }: TransferFormProps) {
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
