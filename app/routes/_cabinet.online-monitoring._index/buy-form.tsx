import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { CheckboxField } from "#app/components/form/checkbox-field";
import { NumberField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { MissingSum, QuoteSums, rejectedQuote } from "#app/components/form/quote-sums";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useQuote } from "#app/components/form/use-quote";
import { FaqLink } from "#app/components/layout/faq-link";
import { RichText, useLanguage, useTranslations, useViewer } from "#app/components/translations";
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
  /** The form's default values, with their price. */
  offer: contract.Subscription["offer"] & { autopay: boolean };
  idempotencyKey: string;
  lastResult: SubmissionResult<string[]> | undefined;
  details: Record<string, string | number> | undefined;
  /** The quote requested by the button, without script. */
  quote: Quote | null;
  /** There is an unused account slot, so using it is the primary action. */
  hasFreePlace: boolean;
};

/** Buys or extends a subscription. The price updates during typing; without script a button requests it. */
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
  // the button shows a price from the first HTML on, and charges exactly that price
  const known: ShownQuote = initialQuote ?? rejectedQuote(details) ?? offer.quote;
  const quote = typed.quote === undefined ? known : typed.quote;
  const [accounts, months, autopay] = [fields.accounts.value, fields.months.value, fields.autopay.value];
  const returnTo = withQuery(paths.monitoring, { accounts, months, autopay: autopay && "on" });
  return (
    <section className="card">
      <h2>{t(paidUntil ? "continueTitle" : "buyTitle")}</h2>
      {paidUntil && (
        <p>
          <RichText tags={{ add: (text) => <Link to={paths.addMonitoringAccounts}>{text}</Link> }}>
            {t("continueText", { date: dateText(paidUntil, viewer) })}
          </RichText>
        </p>
      )}
      <Form method="post" of={form} idempotencyKey={idempotencyKey} reloadDocument onInput={typed.onInput}>
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
        <QuoteSums quote={quote} />
        <div className="row">
          <SubmitButton name="intent" value="buy" variant={hasFreePlace ? "secondary" : "primary"}>
            {quote ? t("paySum", { price: moneyText(quote.priceCents, language) }) : t("pay")}
          </SubmitButton>{" "}
          <SubmitButton name="intent" value="quote" variant="quiet">
            {t("showPrice")}
          </SubmitButton>
          <MissingSum quote={quote} isLate={typed.isLate} returnTo={returnTo} />
        </div>
        <FaqLink question="subscription" />
      </Form>
    </section>
  );
}
