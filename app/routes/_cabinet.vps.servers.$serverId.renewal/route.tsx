import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { AgreedPeriods } from "#app/components/form/expected-prices";
import { FormError } from "#app/components/form/form-error";
import { PeriodChoices } from "#app/components/form/period-choices";
import { PromoField } from "#app/components/form/promo-field";
import { PayFoot, Sums } from "#app/components/form/sums";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { FaqLink } from "#app/components/layout/faq-link";
import { MachineText } from "#app/components/layout/machine-text";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { Notice } from "#app/components/ui/notice";
import { dateText, dateTimeText } from "#app/lib/dates";
import {
  encodeEnds,
  expectedCentsOf,
  expectedEndField,
  expectedEndOf,
  periodName,
  revalidateOtherPrice,
} from "#app/lib/expected-price";
import { behindDialog, listState } from "#app/lib/server-list-url";
import { serverName } from "#app/lib/server-name";
import { paths, withQuery } from "#app/paths";
import { callApi } from "#app/services/api.server";
import type { FormContext } from "#app/services/form-action.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import type { PromoInput } from "#app/services/promo.server";
import { promoOf, promoSent } from "#app/services/promo.server";
import type { ClientCaller } from "#app/services/session.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { viewerOf } from "#app/services/viewer.server";
import * as contract from "#contract/vps/index";
import { canRenew } from "#contract/vps/status";

type Context = FormContext<ClientCaller>;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "renewal", "renewalTitle", { name: args.data ? serverName(args.data.server) : "" });

export const shouldRevalidate = revalidateOtherPrice;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const query = new URL(request.url).searchParams;
  const chosen = Number(query.get("months"));
  const [server, texts] = await Promise.all([
    callApi(caller, contract.getServer, { serverId: params.serverId ?? "" }),
    loadTranslations(request, "renewal", "payment"),
  ]);
  const months = server.periods.some((period) => period.months === chosen) ? chosen : server.renewalMonths;
  const choice = { months: String(months), promoCode: query.get("promoCode") ?? undefined };
  const promo = await promoOf(choice, quoteFor(caller, server.id));
  return { server, choice, promo, idempotencyKey: crypto.randomUUID(), texts };
}

const quoteFor = (caller: ClientCaller, serverId: string) => (choice: PromoInput) =>
  callApi(caller, contract.quoteRenewal, { serverId, ...choice });

const onRejected = async (context: Context, wrong: readonly string[]) => {
  const choice = promoSent(context, wrong);
  return { choice, promo: await promoOf(choice, quoteFor(context.caller, context.params.serverId ?? "")) };
};

type FormResult = Awaited<ReturnType<typeof onRejected>>;

export const action = formAction(requireClient, {
  pay: form(
    contract.renewalForm,
    async (
      value,
      { request, params, caller, idempotencyKey, body }: Context,
    ): Promise<Response | FormResult> => {
      const serverId = params.serverId ?? "";
      const agreedCents = expectedCentsOf(body, periodName(value));
      const input = { serverId, ...value, agreedCents, agreedUntil: expectedEndOf(body, value.months) };
      const { paidUntil } = await callApi(caller, contract.renew, input, { idempotencyKey });
      const server = await callApi(caller, contract.getServer, { serverId });
      const t = await translationsFor(request, "renewal");
      return redirectWithToast(
        behindDialog(new URL(request.url).search, serverId),
        t("renewed", { name: serverName(server), date: dateText(paidUntil, await viewerOf(request)) }),
      );
    },
    onRejected,
  ),
  apply: form(
    contract.renewalForm,
    async (choice, { params, caller }: Context): Promise<FormResult> => ({
      choice,
      promo: await quoteFor(caller, params.serverId ?? "")(choice),
    }),
    onRejected,
  ),
});

export default function Renewal() {
  const t = useTranslations("renewal");
  const { search } = useLocation();
  const { server } = useLoaderData<typeof loader>();
  const isPayable = canRenew(server.status) && !server.isHeld;
  return (
    <DialogPage
      title={t("renewalTitle", { name: serverName(server) })}
      about={<MachineText machine={server} />}
      closeTo={behindDialog(search, server.id)}
    >
      <ServerState isPayable={isPayable} />
      {isPayable && <RenewalForm />}
    </DialogPage>
  );
}

/** What is renewed and what holds it up. Where it can be paid, the form has the old date beside the new one. */
function ServerState({ isPayable }: { isPayable: boolean }) {
  const t = useTranslations("renewal");
  const vps = useTranslations("vps");
  const viewer = useViewer();
  const { server } = useLoaderData<typeof loader>();
  const { tariff, paidUntil, status, isHeld, revokedOn, upgrade } = server;
  return (
    <>
      <DescriptionList
        items={[
          [t("serverTariff"), tariff],
          [vps("paidUntil"), isPayable ? null : dateText(paidUntil, viewer)],
        ]}
      />
      {isHeld && <Notice tone="warning">{t("renewalHeld")}</Notice>}
      {status === "revoked" && <Notice>{t("revokedText")}</Notice>}
      {status !== "revoked" && revokedOn && (
        <Notice tone="warning">{t("renewalBlocked", { date: dateTimeText(revokedOn, viewer) })}</Notice>
      )}
      {upgrade && <Notice>{t("renewalUpgrade", { tariff: upgrade.tariff })}</Notice>}
    </>
  );
}

function RenewalForm() {
  const t = useTranslations("payment");
  const first = useLoaderData<typeof loader>();
  const { server, idempotencyKey } = first;
  const { id, periods, balanceCents, autoRenewal, renewalMonths, paidUntil } = server;
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const { promo, choice } = answer?.shown ?? first;
  const [form, fields] = useContractForm(
    () => import("#contract/vps/index").then((module) => module.renewalForm),
    {
      lastResult: answer?.lastResult,
      defaultValue: first.choice,
    },
  );
  return (
    <Form method="post" of={form} idempotencyKey={idempotencyKey} className="form by-period" reloadDocument>
      <FormError form={form} errorBelow={t("insufficientFunds")} />
      <AgreedPeriods periods={periods} promo={promo} />
      <input type="hidden" name={expectedEndField} value={encodeEnds(periods)} />
      <PeriodChoices field={fields.months} periods={periods} />
      <PromoField field={fields.promoCode} promo={promo} />
      <Sums
        periods={periods}
        balanceCents={balanceCents}
        promo={promo}
        paidUntil={paidUntil}
        renewsFor={autoRenewal ? renewalMonths : undefined}
        returnTo={(count) =>
          withQuery(paths.server(id, "renewal"), {
            months: count,
            promoCode: choice.promoCode,
            from: listState(search).from,
          })
        }
      />
      <FaqLink question="renewal" />
      <PayFoot periods={periods} promo={promo} />
    </Form>
  );
}
