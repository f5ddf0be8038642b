import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DocumentHead } from "#app/components/layout/document-head";
import { PageButtons } from "#app/components/page-script";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { PrintButton } from "#app/components/ui/print-button";
import { utcDateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { receipt } from "#contract/balance/index";
import { historyKinds } from "#contract/balance/ledger-lines";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "history", "receiptTitle");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const kind = historyKinds.find((known) => known === params.kind);
  if (!kind) throw data({ message: "notFound" }, { status: 404 });
  const [receiptDetails, texts] = await Promise.all([
    callApi(caller, receipt, { kind, receiptId: params.id ?? "" }),
    loadTranslations(request, "history"),
  ]);
  return { ...receiptDetails, kind, texts };
}

export default function Receipt() {
  const t = useTranslations("history");
  const shared = useTranslations("balance");
  const language = useLanguage();
  const { movement, client, facts, kind } = useLoaderData<typeof loader>();
  const { id, at, about, amountCents, status } = movement;
  return (
    <section className="card sheet" aria-labelledby="receipt-title">
      <DocumentHead />
      <h1 id="receipt-title">{t("receiptTitle")}</h1>
      <DescriptionList
        items={[
          [t("receiptNumber"), <code key="id">{id}</code>],
          [shared("date"), utcDateTimeText(at, language)],
          [t("client"), `${client.name}, ${client.email}`],
          [t(`about_${kind}`), about],
          [shared("status"), shared(`status_${status}`)],
          ...facts.map(({ name, value }) => [name, value] as const),
        ]}
      />
      <div className="row apart total">
        <span>{shared("sumColumn")}</span> {/* the status says whether it was received or paid */}
        <span className="num">{moneyText(Math.abs(amountCents), language)}</span>
      </div>
      <div className="row no-print">
        <PageButtons />
        <PrintButton label={t("print")} hint={t("printHint")} />
      </div>
    </section>
  );
}
