import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { MoneyField, TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { PasswordAndCode } from "#app/components/form/password-and-code";
import { RadioField } from "#app/components/form/radio-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useLanguage, useTranslations } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { Disclosure } from "#app/components/ui/disclosure";
import { Notice } from "#app/components/ui/notice";
import { utcDateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { withdrawalWorkingDays } from "#contract/rules";
import { LatestWithdrawals } from "./latest-withdrawals";
import type { PageData } from "./load.server";
import { PendingWithdrawal } from "./pending-withdrawal";

type Props = Omit<PageData, "texts"> & { lastResult?: SubmissionResult<string[]> | undefined };

/**
 * Withdraws rewards or transfers them to the main balance: one form, because both begin with an amount of the same
 * balance.
 */
export function Withdrawal(props: Props) {
  const { options, pending, idempotencyKey, hasTwoStep, hasFreshProof, availableCents, draft } = props;
  const { terms, latest, lastResult } = props;
  const t = useTranslations("partner");
  const language = useLanguage();
  const available = moneyText(availableCents, language);
  const [form, fields] = useContractForm(() => import("./forms").then((module) => module.withdrawalForm), {
    id: "withdrawal-form",
    lastResult,
    ...(draft && { defaultValue: draft }),
  });
  return (
    <section id="withdrawal" aria-labelledby="withdrawal-title">
      {pending && <PendingWithdrawal withdrawal={pending} />}
      <div className="halves">
        <div className="card">
          <h2 id="withdrawal-title">{t("withdrawalTitle")}</h2>
          {!pending && <WithdrawalLack availableCents={availableCents} minCents={terms.minCents} />}
          <Form method="post" action={paths.partnerWithdrawals} of={form} idempotencyKey={idempotencyKey}>
            <FormError form={form} />
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

/** Terms of a withdrawal: the processing time, the wallet formats. */
function WithdrawalTerms({ methods, dueOn, clearingDays }: PageData["terms"]) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  return (
    <section className="card">
      <p>
        {t("withdrawalTerms", { days: withdrawalWorkingDays })}{" "}
        {dueOn && t("withdrawalDue", { date: utcDateText(dueOn, language) })}
      </p>
      {clearingDays > 0 && <p>{t("clearingTerms", { count: clearingDays })}</p>}
      <Disclosure summary={t("walletShapes")}>
        <DescriptionList items={methods.map(({ name, hint }) => [name, hint] as const)} />
      </Disclosure>
    </section>
  );
}

/** Explains above the form why a withdrawal would be rejected, and what it requires. */
function WithdrawalLack(sums: Parameters<typeof lackOf>[0]) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const lack = lackOf(sums);
  if (!lack) return null;
  const values = {
    min: moneyText(sums.minCents, language),
    amount: moneyText(sums.availableCents, language),
  };
  return (
    <Notice title={t(lack === "nothing" ? "lackNothing" : "lackMore")}>
      <p>{lack === "nothing" ? t("lackNothingText", values) : t("lackMoreText", values)}</p>
      {lack === "nothing" && (
        <p>
          <Link className="lone" to={paths.partnerProgram}>
            {t("lackLink")}
          </Link>
        </p>
      )}
    </Notice>
  );
}

type Sums = {
  /** The amount available for withdrawal now. */
  availableCents: number;
  /** The lowest minimum of all withdrawal methods. */
  minCents: number;
};

/**
 * Returns why nothing can be withdrawn, or null if a withdrawal is possible. An amount that is `tooLittle` can only
 * be transferred to the balance.
 */
export function lackOf({ availableCents, minCents }: Sums): "nothing" | "tooLittle" | null {
  if (availableCents >= Math.max(minCents, 1)) return null;
  return availableCents > 0 ? "tooLittle" : "nothing";
}
