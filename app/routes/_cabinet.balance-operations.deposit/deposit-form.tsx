import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { FormEvent, MouseEvent } from "react";
import { useState } from "react";
import { Form } from "#app/components/form";
import { MoneyField, TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { RadioField } from "#app/components/form/radio-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { DescriptionList } from "#app/components/ui/description-list";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";

import { moneyText } from "#app/lib/money";
import { numberText, percentText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import type { DepositMethod } from "#contract/payments/index";
import type { Cost } from "./cost";

import { commonSums } from "./sums";

type DepositFormProps = {
  methods: DepositMethod[];
  amount: string;
  /** One per method. */
  costs: Cost[] | null;
  returnTo: string | null;
  idempotencyKey: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

export function DepositForm(props: DepositFormProps) {
  const { methods, amount, returnTo, idempotencyKey, lastResult } = props;
  const t = useTranslations("deposit");
  const shared = useTranslations("balance");
  const methodHint = useMethodHint();
  const load = () => import("#contract/payments/index").then(({ depositForm }) => depositForm(methods));
  const [costs, setCosts] = useState(props.costs);
  const count = async (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget);
    const { readCosts } = await import("./cost");
    setCosts(readCosts(methods, String(typed.get("amount"))));
  };
  const [form, fields] = useContractForm(load, {
    lastResult,
    defaultValue: { amount, method: methods[0]?.id },
  });
  return (
    <Form
      method="post"
      of={form}
      idempotencyKey={idempotencyKey}
      onInput={count}
      className="form beside by-choice"
    >
      <div className="card">
        <EnterPays label={t("payButton")} />
        <FormError form={form} />
        {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
        <MoneyField field={fields.amount} label={shared("amount")} hint={t("amountHint")} />
        <CommonSums />
        <RadioField
          plates
          field={fields.method}
          label={shared("method")}
          choices={methods.map((method) => ({
            value: method.id,
            label: method.name,
            hint: methodHint(method),
            kind: method.asks,
          }))}
        />
        <div data-only="card">
          <TextField
            field={fields.card}
            label={t("card")}
            hint={t("cardHint")}
            inputMode="numeric"
            autoComplete="off"
            size="short"
          />
        </div>
        <div data-only="wallet">
          <TextField field={fields.wallet} label={t("wallet")} hint={t("walletHint")} autoComplete="off" />
        </div>
      </div>
      <div className="card">
        <YouPay methods={methods} costs={costs} />
        <SubmitButton>{t("payButton")}</SubmitButton>{" "}
        <Link className="lone" to={returnTo ?? paths.balance}>
          {t("backTo")}
        </Link>
        <FaqLink question="deposit" />
      </div>
    </Form>
  );
}

/**
 * Enter in a field activates the first submit button of its form. This hidden one pays, like the visible one, so
 * Enter does not trigger a preset amount.
 */
const EnterPays = ({ label }: { label: string }) => (
  <button type="submit" className="hidden-text" tabIndex={-1} aria-hidden>
    {label}
  </button>
);

/** Returns one line with the fee, the minimum and the exchange rate of a deposit method. */
function useMethodHint() {
  const t = useTranslations("deposit");
  const language = useLanguage();
  return ({ feePercent, feeFixedCents, minCents, currency, perDollar }: DepositMethod) => {
    const fees = [
      feePercent > 0 && percentText(feePercent, language, { digits: 2 }),
      feeFixedCents > 0 && moneyText(feeFixedCents, language),
    ].filter(Boolean);
    const fee = fees.length > 0 ? t("fee", { fee: fees.join(" + ") }) : t("feeNone");
    const hint = t("methodHint", { fee, minimum: moneyText(minCents, language) });
    const rate = `${numberText(perDollar, language, 4)} ${currency}`;
    return perDollar === 1 ? hint : `${hint}; ${t("perDollar", { amount: rate })}`;
  };
}

type YouPayProps = Pick<DepositFormProps, "methods" | "costs">;

/**
 * The cost of a deposit by method before it is ordered. CSS shows that of the chosen method (`by-choice`), also
 * without script. `costs` is null while no amount is typed. Its space is reserved from the start: a click is lost if
 * the button moves between press and release.
 */
function YouPay({ methods, costs }: YouPayProps) {
  const t = useTranslations("deposit");
  return (
    <div className={costs ? "stack" : "stack by-script"} role="status">
      <h2>{t("youPay")}</h2>
      {costs ? (
        costs.map((cost, index) => (
          <div key={methods[index]?.id} data-choice={index + 1} className="stack">
            <span className="hidden-text">{methods[index]?.name}: </span>
            <CostLines cost={cost} />
          </div>
        ))
      ) : (
        <CostLines cost={null} />
      )}
    </div>
  );
}

function CostLines({ cost }: { cost: Cost | null }) {
  const t = useTranslations("deposit");
  const language = useLanguage();
  const paid = (cents: number) =>
    cost?.currency === "USD"
      ? moneyText(cents, language)
      : `${numberText(cents / 100, language, 2)} ${cost?.currency}`;
  return (
    <>
      <DescriptionList
        items={[
          [t("sum"), cost ? moneyText(cost.sumCents, language) : "–"],
          [t("feeLabel"), cost ? (cost.feeCents > 0 ? paid(cost.feeCents) : t("feeNone")) : "–"],
        ]}
      />
      <p className="total row apart">
        <span>{t("total")}</span> {cost ? paid(cost.totalCents) : "–"}
      </p>
    </>
  );
}

/** Fills in the amount and leaves all other input unchanged. */
function fillIn(event: MouseEvent<HTMLButtonElement>) {
  const field = event.currentTarget.form?.elements.namedItem("amount");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.value = event.currentTarget.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/**
 * Buttons with common amounts; each fills in the amount. Without script the form is submitted and rendered again with
 * the amount and all other input.
 */
function CommonSums() {
  const t = useTranslations("deposit");
  const language = useLanguage();
  return (
    <fieldset className="sums">
      <legend className="hidden-text">{t("sums")}</legend>
      {joinWithSpaces(
        commonSums.map((amount) => (
          <button
            key={amount}
            type="submit"
            formNoValidate
            name="sum"
            value={amount}
            className={buttonClass()}
            onClick={fillIn}
          >
            {moneyText(Number(amount) * 100, language).replace(/[.,]00/, "")}
          </button>
        )),
      )}
    </fieldset>
  );
}
