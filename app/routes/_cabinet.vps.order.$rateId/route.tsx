import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { AgreedPeriods } from "#app/components/form/agreed-prices";
import { CheckboxField } from "#app/components/form/checkbox-field";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { PeriodChoices } from "#app/components/form/period-choices";
import { PromoField } from "#app/components/form/promo-field";
import { SelectField } from "#app/components/form/select-field";
import { PayFoot, Sums } from "#app/components/form/sums";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { DialogPage } from "#app/components/shell/dialog-page";
import { FaqLink } from "#app/components/shell/faq-link";
import { MachineText } from "#app/components/shell/machine-text";
import { useText } from "#app/components/text";
import { agreedCentsOf, periodName, revalidateOtherPrice } from "#app/lib/agreed";
import { listAddress, listState } from "#app/lib/servers-address";
import { paths, withQuery } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTexts, textFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/vps/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "order", "orderPageTitle");

export const shouldRevalidate = revalidateOtherPrice;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const chosen = new URL(request.url).searchParams.get("months");
  const [order, texts] = await Promise.all([
    callApi(caller, contract.orderOptions, { rateId: params.rateId ?? "" }),
    loadTexts(request, "order", "payment"),
  ]);
  const isOffered = order.periods.some(({ months }) => String(months) === chosen);
  const months = isOffered ? chosen : String(order.periods[0]?.months);
  return { ...order, months, idempotencyKey: crypto.randomUUID(), texts };
}

export const action = formAction(requireClient, {
  pay: form(contract.orderForm, async (value, { request, params, caller, idempotencyKey, body }) => {
    const agreedCents = agreedCentsOf(body, periodName(value));
    const input = { rateId: params.rateId ?? "", ...value, agreedCents };
    const { serverId } = await callApi(caller, contract.rent, input, { idempotencyKey });
    const t = await textFor(request, "order");
    return redirectWithToast(paths.vps, t("rented", { id: serverId }));
  }),
  apply: form(contract.orderForm, async ({ months, promoCode }, { params, caller }) => ({
    promo: await callApi(caller, contract.quoteRent, { rateId: params.rateId ?? "", months, promoCode }),
  })),
});

export default function Order() {
  const t = useText("order");
  const vps = useText("vps");
  const payment = useText("payment");
  const order = useLoaderData<typeof loader>();
  const { rateId, operatingSystems, periods, balanceCents, months, idempotencyKey } = order;
  const answer = useActionData<typeof action>();
  const promo = answer?.shown?.promo ?? null;
  const { search } = useLocation();
  const [form, fields] = useContractForm(
    () => import("#contract/vps/index").then((module) => module.orderForm),
    {
      lastResult: answer?.lastResult,
      defaultValue: { months, operatingSystem: operatingSystems[0] },
    },
  );
  return (
    <DialogPage
      title={t("orderTitle", { tariff: order.tariff })}
      about={<MachineText machine={order} />}
      closeTo={listAddress({ ...listState(search), from: undefined })}
    >
      <Form method="post" of={form} className="form by-period" preventScrollReset>
        <FormError form={form} saidBelow={payment("insufficientFunds")} />
        <IdempotencyKey value={idempotencyKey} />
        <AgreedPeriods periods={periods} promo={promo} />
        <PeriodChoices field={fields.months} periods={periods} />
        <SelectField
          field={fields.operatingSystem}
          label={t("operatingSystem")}
          options={operatingSystems.map((name) => ({ value: name, label: name }))}
        />
        <TextField field={fields.comment} label={vps("comment")} hint={t("commentHint")} autoComplete="off" />
        <PromoField field={fields.promoCode} promo={promo} />
        <CheckboxField field={fields.autoRenewal} hint={t("autoRenewalHint")}>
          {vps("autoRenewal")}
        </CheckboxField>
        <Sums
          periods={periods}
          balanceCents={balanceCents}
          promo={promo}
          returnTo={(count) => withQuery(paths.vpsOrder(rateId), { months: count })}
        />
        <FaqLink question="rent-a-server" />
        <PayFoot periods={periods} promo={promo} />
      </Form>
    </DialogPage>
  );
}
