import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { CheckboxField } from "#app/components/form/checkbox-field";
import { NumberField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { QuoteSums } from "#app/components/form/quote-sums";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useQuote } from "#app/components/form/use-quote";
import { FaqLink } from "#app/components/shell/faq-link";
import { useLanguage, useText } from "#app/components/text";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { Output } from "#contract/call";
import type * as contract from "#contract/monitoring/index";

type Quote = Output<typeof contract.quoteSubscription>;

const loadSchema = () => import("#contract/monitoring/index").then((module) => module.buySubscriptionInput);

type BuyFormProps = {
  subscription: contract.Subscription;
  idempotencyKey: string;
  lastResult: SubmissionResult<string[]> | undefined;
  details: Record<string, string | number> | undefined;
  /** What the button found out, without script. */
  quote: Quote | null;
};

/** Buys or continues a subscription. The price follows what is typed; without script a button asks for it. */
export function BuyForm({ subscription, idempotencyKey, lastResult, details, quote: asked }: BuyFormProps) {
  const t = useText("subscription");
  const language = useLanguage();
  const [form, fields] = useContractForm(loadSchema, {
    id: "buy",
    lastResult,
    defaultValue: {
      accounts: String(Math.max(1, subscription.paidAccounts)),
      months: "1",
      autopay: subscription.autopay && "on",
    },
  });
  const typed = useQuote<Quote>(paths.monitoringPrice, ["accounts", "months"]);
  const quote = typed.quote ?? asked;
  const { paidUntil, accountMonthCents } = subscription;
  return (
    <section className="stack">
      <h2>{t(paidUntil ? "continueTitle" : "buyTitle")}</h2>
      {paidUntil && <p>{t("continueText", { date: dateText(paidUntil, language) })}</p>}
      <Form method="post" {...form.props} onChange={typed.onChange}>
        <FormError form={form} />
        <IdempotencyKey value={idempotencyKey} />
        <NumberField
          field={fields.accounts}
          label={t("accounts")}
          hint={t("accountsHint", { price: moneyText(accountMonthCents, language) })}
        />
        <NumberField field={fields.months} label={t("months")} hint={t("monthsHint")} />
        <CheckboxField field={fields.autopay} hint={t("autopayHint")}>
          {t("autopay")}
        </CheckboxField>
        <QuoteSums quote={quote} missingCents={details?.missingCents} returnTo={paths.monitoring} />
        <div className="row">
          <SubmitButton name="intent" value="buy">
            {quote ? t("paySum", { price: moneyText(quote.priceCents, language) }) : t("pay")}
          </SubmitButton>
          <SubmitButton name="intent" value="quote" variant="secondary">
            {t("showPrice")}
          </SubmitButton>
        </div>
        <FaqLink question="subscription" />
      </Form>
    </section>
  );
}
