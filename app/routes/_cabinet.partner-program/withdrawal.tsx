import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { MoneyField, TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { PasswordAndCode } from "#app/components/form/password-and-code";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { ServerDrawn } from "#app/components/server-drawn";
import { FaqLink } from "#app/components/shell/faq-link";
import { useLanguage, useText } from "#app/components/text";
import { moneyText } from "#app/lib/money";
import { useFormPlace } from "./form-place";
import { LatestWithdrawals } from "./latest-withdrawals";
import type { PageData } from "./load.server";
import { PendingWithdrawal } from "./pending-withdrawal";
import { WithdrawalTerms } from "./withdrawal-terms";

type Props = PageData["withdrawal"] &
  Pick<PageData, "figures"> & { lastResult?: SubmissionResult<string[]> | undefined };

/** Takes rewards out, or over to the main balance: one form, since both begin with an amount of the same money. */
export function Withdrawal({
  options,
  pending,
  idempotencyKey,
  hasTwoStep,
  hasFreshProof,
  availableCents,
  figures,
  lastResult,
}: Props) {
  const t = useText("partner");
  const language = useLanguage();
  const money = (cents: number) => moneyText(cents, language);
  const [form, fields] = useContractForm(() => import("./forms").then((module) => module.withdrawalForm), {
    id: "withdrawal-form",
    lastResult,
  });
  return (
    <section id="withdrawal" aria-labelledby="withdrawal-title">
      <h2 id="withdrawal-title">{t("withdrawalTitle")}</h2>
      {pending && <PendingWithdrawal withdrawal={pending} />}
      <div className="split">
        <Form method="post" action={useFormPlace("withdrawal")} {...form.props}>
          <FormError form={form} />
          <IdempotencyKey value={idempotencyKey} />
          <SelectField
            field={fields.method}
            label={t("method")}
            options={options}
            empty={t("methodChoose")}
          />
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
            hint={t("amountHint", { amount: money(availableCents) })}
          />
          {hasTwoStep && !hasFreshProof && <PasswordAndCode fields={fields} hasTwoStep={hasTwoStep} />}
          <div className="row">
            <SubmitButton name="intent" value="withdraw">
              {t("withdrawButton")}
            </SubmitButton>
            <button type="submit" name="intent" value="transfer" className="button" formNoValidate>
              {t("transferButton")}
            </button>
          </div>
          <p className="hint">{t("transferHint")}</p>
          <FaqLink question="withdrawal" />
        </Form>
        <ServerDrawn from={figures}>{({ terms }) => <WithdrawalTerms {...terms} />}</ServerDrawn>
      </div>
      <ServerDrawn from={figures}>{({ latest }) => <LatestWithdrawals rows={latest} />}</ServerDrawn>
    </section>
  );
}
