import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { MoneyField, TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/shell/faq-link";
import { useText } from "#app/components/text";
import type { DepositMethod } from "#contract/payments/index";

type DepositFormProps = {
  methods: DepositMethod[];
  amount: string;
  returnTo: string | null;
  idempotencyKey: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

export function DepositForm({ methods, amount, returnTo, idempotencyKey, lastResult }: DepositFormProps) {
  const t = useText("deposit");
  const shared = useText("balance");
  const load = () => import("#contract/payments/index").then(({ depositForm }) => depositForm(methods));
  const [form, fields] = useContractForm(load, {
    lastResult,
    defaultValue: { amount, method: methods[0]?.id },
  });
  return (
    <Form method="post" {...form.props}>
      <FormError form={form} />
      <IdempotencyKey value={idempotencyKey} />
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      <MoneyField field={fields.amount} label={shared("amount")} hint={t("amountHint")} />
      <SelectField
        field={fields.method}
        label={shared("method")}
        options={methods.map(({ id, name, asks }) => ({ value: id, label: name, kind: asks }))}
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
      <SubmitButton>{t("payButton")}</SubmitButton>
      {returnTo && <Link to={returnTo}>{t("backTo")}</Link>}
      <FaqLink question="deposit" />
    </Form>
  );
}
