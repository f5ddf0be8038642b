import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";
import { MoneyField, TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { PasswordAndCode } from "#app/components/form/password-and-code";
import { RadioField } from "#app/components/form/radio-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useLanguage, useTranslations } from "#app/components/translations";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { LatestWithdrawals } from "./latest-withdrawals";
import { PendingWithdrawal } from "./pending-withdrawal";
import type { PageData } from "./route";
import { WithdrawalLack } from "./withdrawal-lack";
import { WithdrawalTerms } from "./withdrawal-terms";

type Props = Omit<PageData, "texts"> & { lastResult?: SubmissionResult<string[]> | undefined };

/** Takes rewards out, or over to the main balance: one form, since both begin with an amount of the same money. */
export function Withdrawal(props: Props) {
  const { options, pending, idempotencyKey, hasTwoStep, hasFreshProof, availableCents } = props;
  const { terms, latest, lastResult } = props;
  const t = useTranslations("partner");
  const language = useLanguage();
  const available = moneyText(availableCents, language);
  const [form, fields] = useContractForm(() => import("./forms").then((module) => module.withdrawalForm), {
    id: "withdrawal-form",
    lastResult,
  });
  return (
    <section id="withdrawal" aria-labelledby="withdrawal-title">
      {pending && <PendingWithdrawal withdrawal={pending} />}
      <div className="halves">
        <div className="card">
          <h2 id="withdrawal-title">{t("withdrawalTitle")}</h2>
          {!pending && <WithdrawalLack availableCents={availableCents} minCents={terms.minCents} />}
          <Form method="post" action={paths.partnerWithdrawals} of={form}>
            <FormError form={form} />
            <IdempotencyKey value={idempotencyKey} />
            <RadioField plates field={fields.method} label={t("method")} choices={options} />
            <TextField
              field={fields.wallet}
              label={t("wallet")}
              hint={t("walletHint")}
              autoComplete="off"
              spellCheck={false}
            />
            <MoneyField
              field={fields.amount}
              label={t("amount")}
              hint={t("amountHint", { amount: available })}
            />
            {hasTwoStep && !hasFreshProof && <PasswordAndCode fields={fields} hasTwoStep={hasTwoStep} />}
            <div className="row">
              <SubmitButton name="intent" value="withdraw">
                {t("withdrawButton")}
              </SubmitButton>{" "}
              <button type="submit" name="intent" value="transfer" className="button" formNoValidate>
                {t("transferButton")}
              </button>
            </div>
            <p className="hint">{t("transferHint")}</p>
            <FaqLink question="withdrawal" />
          </Form>
        </div>
        <div className="stack">
          <LatestWithdrawals rows={latest} />
          <WithdrawalTerms {...terms} />
        </div>
      </div>
    </section>
  );
}
