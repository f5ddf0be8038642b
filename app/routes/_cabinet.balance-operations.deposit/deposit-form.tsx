import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { FormEvent } from "react";
import { useState } from "react";
import { Form } from "#app/components/form";
import { MoneyField, TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { RadioField } from "#app/components/form/radio-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import type { DepositMethod } from "#contract/payments/index";
import { CommonSums } from "./common-sums";
import type { Cost } from "./cost";
import { useMethodHint } from "./method-hint";
import { YouPay } from "./you-pay";

type DepositFormProps = {
  methods: DepositMethod[];
  amount: string;
  cost: Cost | null;
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
  const [cost, setCost] = useState(props.cost);
  const count = async (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget);
    const { readCost } = await import("./cost");
    setCost(readCost(methods, String(typed.get("method")), String(typed.get("amount"))));
  };
  const [form, fields] = useContractForm(load, {
    lastResult,
    defaultValue: { amount, method: methods[0]?.id },
  });
  return (
    <Form method="post" of={form} onInput={count} className="form beside">
      <div className="card">
        <EnterPays label={t("payButton")} />
        <FormError form={form} />
        <IdempotencyKey value={idempotencyKey} />
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
        <YouPay cost={cost} />
        <SubmitButton>{t("payButton")}</SubmitButton>{" "}
        <Link className="lone" to={returnTo ?? paths.balance}>
          {t("backTo")}
        </Link>
        <FaqLink question="deposit" />
      </div>
    </Form>
  );
}

/** Enter in a field presses the first button of its form: that one pays, as the seen one does, and fills no sum in. */
const EnterPays = ({ label }: { label: string }) => (
  <button type="submit" className="hidden-text" tabIndex={-1} aria-hidden>
    {label}
  </button>
);
