import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { AgreedPeriods } from "#app/components/form/agreed-prices";
import { FormError } from "#app/components/form/form-error";
import { IdempotencyKey } from "#app/components/form/idempotency-key";
import { PeriodChoices } from "#app/components/form/period-choices";
import { PromoField } from "#app/components/form/promo-field";
import { PayFoot, Sums } from "#app/components/form/sums";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { DialogPage } from "#app/components/shell/dialog-page";
import { FaqLink } from "#app/components/shell/faq-link";
import { MachineText } from "#app/components/shell/machine-text";
import { useReader, useText } from "#app/components/text";
import { Facts } from "#app/components/ui/facts";
import { Notice } from "#app/components/ui/notice";
import { agreedCentsOf, periodName, revalidateOtherPrice } from "#app/lib/agreed";
import { dateText } from "#app/lib/dates";
import { behindDialog, listState } from "#app/lib/servers-address";
import { paths, withQuery } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTexts, textFor } from "#app/services/locale.server";
import { readerOf } from "#app/services/reader.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/vps/index";
import { canRenew } from "#contract/vps/status";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "renewal", "renewalPageTitle");

export const shouldRevalidate = revalidateOtherPrice;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const chosen = Number(new URL(request.url).searchParams.get("months"));
  const [server, texts] = await Promise.all([
    callApi(caller, contract.getServer, { serverId: params.serverId ?? "" }),
    loadTexts(request, "renewal", "payment"),
  ]);
  const months = server.periods.some((period) => period.months === chosen) ? chosen : server.renewalMonths;
  return { server, months: String(months), idempotencyKey: crypto.randomUUID(), texts };
}

export const action = formAction(requireClient, {
  pay: form(contract.renewalForm, async (value, { request, params, caller, idempotencyKey, body }) => {
    const serverId = params.serverId ?? "";
    const input = { serverId, ...value, agreedCents: agreedCentsOf(body, periodName(value)) };
    const { paidUntil } = await callApi(caller, contract.renew, input, { idempotencyKey });
    const t = await textFor(request, "renewal");
    return redirectWithToast(
      behindDialog(new URL(request.url).search, serverId),
      t("renewed", { id: serverId, date: dateText(paidUntil, await readerOf(request)) }),
    );
  }),
  apply: form(contract.renewalForm, async (value, { params, caller }) => ({
    promo: await callApi(caller, contract.quoteRenewal, { serverId: params.serverId ?? "", ...value }),
  })),
});

export default function Renewal() {
  const t = useText("renewal");
  const { search } = useLocation();
  const { server } = useLoaderData<typeof loader>();
  const isPayable = canRenew(server.status) && !server.isHeld;
  return (
    <DialogPage
      title={t("renewalTitle", { id: server.id })}
      about={<MachineText machine={server} />}
      closeTo={behindDialog(search, server.id)}
    >
      <ServerState />
      {isPayable && <RenewalForm />}
    </DialogPage>
  );
}

function ServerState() {
  const t = useText("renewal");
  const payment = useText("payment");
  const reader = useReader();
  const { server } = useLoaderData<typeof loader>();
  const { tariff, paidUntil, status, isHeld, revokedOn, upgrade } = server;
  return (
    <>
      <Facts
        items={[
          [t("serverTariff"), tariff],
          [payment("newPaidUntil"), dateText(paidUntil, reader)],
        ]}
      />
      {isHeld && <Notice tone="warning">{t("renewalHeld")}</Notice>}
      {status === "revoked" && <Notice>{t("revokedText")}</Notice>}
      {status !== "revoked" && revokedOn && (
        <Notice tone="warning">{t("renewalBlocked", { date: dateText(revokedOn, reader) })}</Notice>
      )}
      {upgrade && <Notice>{t("renewalUpgrade", { tariff: upgrade.tariff })}</Notice>}
    </>
  );
}

function RenewalForm() {
  const t = useText("payment");
  const { server, months, idempotencyKey } = useLoaderData<typeof loader>();
  const { id, periods, balanceCents } = server;
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const promo = answer?.shown?.promo ?? null;
  const [form, fields] = useContractForm(
    () => import("#contract/vps/index").then((module) => module.renewalForm),
    {
      lastResult: answer?.lastResult,
      defaultValue: { months },
    },
  );
  return (
    <Form method="post" of={form} className="form by-period" preventScrollReset>
      <FormError form={form} saidBelow={t("insufficientFunds")} />
      <IdempotencyKey value={idempotencyKey} />
      <AgreedPeriods periods={periods} promo={promo} />
      <PeriodChoices field={fields.months} periods={periods} />
      <PromoField field={fields.promoCode} promo={promo} />
      <Sums
        periods={periods}
        balanceCents={balanceCents}
        promo={promo}
        returnTo={(count) =>
          withQuery(paths.server(id, "renewal"), { months: count, from: listState(search).from })
        }
      />
      <FaqLink question="renewal" />
      <PayFoot periods={periods} promo={promo} />
    </Form>
  );
}
