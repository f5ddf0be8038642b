import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";
import { CheckboxField } from "#app/components/form/checkbox-field";
import { NumberField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { QuoteSums, rejectedQuote } from "#app/components/form/quote-sums";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useQuote } from "#app/components/form/use-quote";
import { FaqLink } from "#app/components/layout/faq-link";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths, withQuery } from "#app/paths";
import type { Output } from "#contract/endpoint";
import type * as contract from "#contract/monitoring/index";

type Quote = Output<typeof contract.quoteSubscription>;
type ShownQuote = Pick<Quote, "priceCents" | "missingCents" | "endsAt">;

const loadSchema = () => import("#contract/monitoring/index").then((module) => module.buySubscriptionInput);

type BuyFormProps = {
  subscription: contract.Subscription;
  /** What the form begins with, and its price. */
  offer: contract.Subscription["offer"] & { autopay: boolean };
  idempotencyKey: string;
  lastResult: SubmissionResult<string[]> | undefined;
  details: Record<string, string | number> | undefined;
  /** What the button found out, without script. */
  quote: Quote | null;
  /** There is a place to use: the first thing to do is to use it. */
  hasFreePlace: boolean;
};

/** Buys or continues a subscription. The price follows what is typed; without script a button asks for it. */
export function BuyForm(props: BuyFormProps) {
  const {
    subscription,
    offer,
    idempotencyKey,
    lastResult,
    details,
    quote: initialQuote,
    hasFreePlace,
  } = props;
  const t = useTranslations("subscription");
  const language = useLanguage();
  const viewer = useViewer();
  const { paidUntil, accountMonthCents } = subscription;
  const [form, fields] = useContractForm(loadSchema, {
    id: "buy",
    lastResult,
    defaultValue: {
      accounts: String(offer.accounts),
      months: String(offer.months),
      autopay: offer.autopay && "on",
    },
  });
  const typed = useQuote<Quote>({
    path: paths.monitoringPrice,
    names: ["accounts", "months"],
    onWrong: (name) => form.validate({ name }),
  });
  // the button names a price from the first HTML on, and what it takes is what it names
  const known: ShownQuote = initialQuote ?? rejectedQuote(details) ?? offer.quote;
  const quote = typed.quote === undefined ? known : typed.quote;
  const [accounts, months, autopay] = [fields.accounts.value, fields.months.value, fields.autopay.value];
  const returnTo = withQuery(paths.monitoring, { accounts, months, autopay: autopay && "on" });
  return (
    <section className="card">
      <h2>{t(paidUntil ? "continueTitle" : "buyTitle")}</h2>
      {paidUntil && <p>{t("continueText", { date: dateText(paidUntil, viewer) })}</p>}
      <Form method="post" of={form} idempotencyKey={idempotencyKey} onInput={typed.onInput}>
        <FormError form={form} />
        <input type="hidden" name="agreedCents" value={quote?.priceCents ?? 0} />
        <NumberField
          field={fields.accounts}
          label={t("accounts")}
          hint={t("accountsHint", { price: moneyText(accountMonthCents, language) })}
        />
        <NumberField field={fields.months} label={t("months")} hint={t("monthsHint")} />
        <CheckboxField field={fields.autopay} hint={t("autopayHint")}>
          {t("autopay")}
        </CheckboxField>
        <QuoteSums quote={quote} isLate={typed.isLate} returnTo={returnTo} />
        <div className="row">
          <SubmitButton name="intent" value="buy" variant={hasFreePlace ? "secondary" : "primary"}>
            {quote ? t("paySum", { price: moneyText(quote.priceCents, language) }) : t("pay")}
          </SubmitButton>{" "}
          <SubmitButton name="intent" value="quote" variant="secondary">
            {t("showPrice")}
          </SubmitButton>
        </div>
        <FaqLink question="subscription" />
      </Form>
    </section>
  );
}
