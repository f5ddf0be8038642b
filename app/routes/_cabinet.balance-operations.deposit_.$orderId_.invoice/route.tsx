import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { DocumentHead } from "#app/components/layout/document-head";
import { PageButtons } from "#app/components/page-script";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { PrintButton } from "#app/components/ui/print-button";
import { utcDateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { depositInvoice } from "#contract/payments/index";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "invoice", "invoiceTitle");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [invoice, texts] = await Promise.all([
    callApi(caller, depositInvoice, { orderId: params.orderId ?? "" }),
    loadTranslations(request, "invoice"),
  ]);
  return { ...invoice, texts };
}

export default function Invoice() {
  const t = useTranslations("invoice");
  const language = useLanguage();
  const { number, createdAt, dueAt, costCents, client, details, isOpen } = useLoaderData<typeof loader>();
  const due = utcDateText(dueAt, language);
  return (
    <section className="card" aria-labelledby="invoice-title">
      <DocumentHead />
      <h1 id="invoice-title">{t("invoiceTitle")}</h1>
      <DescriptionList
        items={[
          [t("number"), <code key="number">{number}</code>],
          [t("date"), utcDateText(createdAt, language)],
          [t("client"), `${client.name}, ${client.email}`],
          [t("due"), due],
        ]}
      />
      <h2>{t("transferTitle")}</h2>
      <DescriptionList
        items={[
          ...details.map(({ name, value }) => [t(name), value] as const),
          [t("reference"), <strong key="reference">{number}</strong>],
        ]}
      />
      <div className="row apart total">
        <span>{t("total")}</span> <span className="num">{moneyText(costCents, language)}</span>
      </div>
      <p role="status">{isOpen ? t("waits", { date: due }) : t("closed")}</p>
      <div className="row no-print">
        <PageButtons />
        <PrintButton label={t("print")} hint={t("printHint")} />{" "}
        <Link className="lone" to={paths.depositStatus(number)}>
          {t("toDeposit")}
        </Link>
      </div>
    </section>
  );
}
