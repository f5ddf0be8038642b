import { useActionData, useLoaderData } from "react-router-dom";
import { Form } from "#app/components/form";
import { CheckboxField } from "#app/components/form/checkbox-field";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { PeriodChoices } from "#app/components/form/period-choices";
import { PromoField } from "#app/components/form/promo-field";
import { SelectField } from "#app/components/form/select-field";
import { PayFoot, Sums } from "#app/components/form/sums";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { MachineText } from "#app/components/layout/machine-text";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import type { loadOrder, rent } from "./order-data";

type Answer = Exclude<Awaited<ReturnType<typeof rent>>, Response>;

/** The order of a server, with the product's fields and sums, without promo codes. */
export function Component() {
  const t = useTranslations("order");
  const vps = useTranslations("vps");
  const payment = useTranslations("payment");
  const { order, months, idempotencyKey } = useLoaderData() as Awaited<ReturnType<typeof loadOrder>>;
  const { operatingSystems, periods, balanceCents } = order;
  const answer = useActionData() as Answer | undefined;
  const [form, fields] = useContractForm(
    () => import("#contract/vps/index").then((module) => module.orderForm),
    { lastResult: answer?.lastResult, defaultValue: { months, operatingSystem: operatingSystems[0] } },
  );
  return (
    <DialogPage
      title={t("orderTitle", { tariff: order.tariff })}
      about={<MachineText machine={order} />}
      closeTo={paths.vps}
    >
      <Form
        method="post"
        of={form}
        idempotencyKey={idempotencyKey}
        className="form by-period"
        preventScrollReset
      >
        <FormError form={form} errorBelow={payment("insufficientFunds")} />
        <PeriodChoices field={fields.months} periods={periods} />
        <SelectField
          field={fields.operatingSystem}
          label={t("operatingSystem")}
          options={operatingSystems.map((name) => ({ value: name, label: name }))}
        />
        <TextField field={fields.comment} label={vps("comment")} autoComplete="off" />
        <PromoField field={fields.promoCode} promo={null} />
        <CheckboxField field={fields.autoRenewal} hint={t("autoRenewalHint")}>
          {vps("autoRenewal")}
        </CheckboxField>
        <Sums
          periods={periods}
          balanceCents={balanceCents}
          promo={null}
          returnTo={() => paths.vpsOrder(order.rateId)}
        />
        <PayFoot periods={periods} promo={null} />
      </Form>
    </DialogPage>
  );
}
