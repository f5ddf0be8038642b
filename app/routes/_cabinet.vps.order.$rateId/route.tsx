import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { CheckboxField } from "#app/components/form/checkbox-field";
import { AgreedPeriods } from "#app/components/form/expected-prices";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { PeriodChoices } from "#app/components/form/period-choices";
import { PromoField } from "#app/components/form/promo-field";
import { SelectField } from "#app/components/form/select-field";
import { PayFoot, Sums } from "#app/components/form/sums";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { FaqLink } from "#app/components/layout/faq-link";
import { MachineText } from "#app/components/layout/machine-text";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { expectedCentsOf, periodName, revalidateOtherPrice } from "#app/lib/expected-price";
import { listAddress, listState } from "#app/lib/server-list-url";
import { serverName } from "#app/lib/server-name";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import type { FormContext } from "#app/services/form-action.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import type { PromoInput } from "#app/services/promo.server";
import { promoOf, promoSent } from "#app/services/promo.server";
import type { ClientCaller } from "#app/services/session.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/vps/index";
import { orderAddress, readSelection, sentChoice } from "./selection.server";

type Context = FormContext<ClientCaller>;

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "order", "orderPageTitle");

export const shouldRevalidate = revalidateOtherPrice;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [order, texts] = await Promise.all([
    callApi(caller, contract.orderOptions, { rateId: params.rateId ?? "" }),
    loadTranslations(request, "order", "payment"),
  ]);
  const chosen = readSelection(new URL(request.url).searchParams, order);
  const promo = await promoOf(chosen, quoteFor(caller, order.rateId));
  return { ...order, chosen, promo, idempotencyKey: crypto.randomUUID(), texts };
}

const quoteFor = (caller: ClientCaller, rateId: string) => (promo: PromoInput) =>
  callApi(caller, contract.quoteRent, { rateId, ...promo });

const sentTo = ({ params, body }: Context) => orderAddress(params.rateId ?? "", sentChoice(body));

const onRejected = async (context: Context, wrong: readonly string[]) => ({
  promo: await promoOf(promoSent(context, wrong), quoteFor(context.caller, context.params.rateId ?? "")),
});

type FormResult = Awaited<ReturnType<typeof onRejected>>;

export const action = formAction(requireClient, {
  pay: form(
    contract.orderForm,
    async (
      value,
      { request, params, caller, idempotencyKey, body }: Context,
    ): Promise<Response | FormResult> => {
      const agreedCents = expectedCentsOf(body, periodName(value));
      const input = { rateId: params.rateId ?? "", ...value, agreedCents };
      const { serverId } = await callApi(caller, contract.rent, input, { idempotencyKey });
      const t = await translationsFor(request, "order");
      return redirectWithToast(
        paths.vps,
        t("rented", { name: serverName({ id: serverId, comment: value.comment ?? "" }) }),
      );
    },
    onRejected,
  ),
  deposit: form(noFields, async (_, context: Context): Promise<Response | FormResult> => {
    const amount = new URL(context.request.url).searchParams.get("deposit") ?? "";
    const months = String(context.body.get("months") ?? "");
    const returnTo = `${sentTo(context)}${/^\d{1,2}$/.test(months) ? `&months=${months}` : ""}`;
    return redirect(paths.deposit({ amount: /^\d+(\.\d\d)?$/.test(amount) ? amount : undefined, returnTo }));
  }),
  apply: form(
    contract.orderForm,
    async ({ months, promoCode }, context: Context): Promise<FormResult> => ({
      promo: await quoteFor(context.caller, context.params.rateId ?? "")({ months, promoCode }),
    }),
    onRejected,
  ),
});

export default function Order() {
  const t = useTranslations("order");
  const vps = useTranslations("vps");
  const payment = useTranslations("payment");
  const order = useLoaderData<typeof loader>();
  const { operatingSystems, periods, balanceCents, chosen, idempotencyKey } = order;
  const answer = useActionData<typeof action>();
  const { promo } = answer?.shown ?? order;
  const { search } = useLocation();
  const [form, fields] = useContractForm(
    () => import("#contract/vps/index").then((module) => module.orderForm),
    {
      lastResult: answer?.lastResult,
      defaultValue: chosen,
    },
  );
  return (
    <DialogPage
      title={t("orderTitle", { tariff: order.tariff })}
      about={<MachineText machine={order} />}
      closeTo={listAddress({ ...listState(search), from: undefined })}
    >
      <Form method="post" of={form} idempotencyKey={idempotencyKey} className="form by-period" reloadDocument>
        <FormError form={form} errorBelow={payment("insufficientFunds")} />
        <AgreedPeriods periods={periods} promo={promo} />
        <PeriodChoices field={fields.months} periods={periods} />
        <SelectField
          field={fields.operatingSystem}
          label={t("operatingSystem")}
          options={operatingSystems.map((name) => ({ value: name, label: name }))}
        />
        <TextField field={fields.comment} label={vps("comment")} autoComplete="off" />
        <PromoField field={fields.promoCode} promo={promo} />
        <CheckboxField field={fields.autoRenewal} hint={t("autoRenewalHint")}>
          {vps("autoRenewal")}
        </CheckboxField>
        <Sums periods={periods} balanceCents={balanceCents} promo={promo} />
        <FaqLink question="rent-a-server" />
        <PayFoot periods={periods} promo={promo} />
      </Form>
    </DialogPage>
  );
}
