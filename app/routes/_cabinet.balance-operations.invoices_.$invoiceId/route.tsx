import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { DocumentHead } from "#app/components/layout/document-head";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { DescriptionList } from "#app/components/ui/description-list";
import { PrintButton } from "#app/components/ui/print-button";
import { Table } from "#app/components/ui/table";
import { utcDateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { readInvoice } from "#contract/books/index";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "invoices", "title");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [invoice, texts] = await Promise.all([
    callApi(caller, readInvoice, { invoiceId: params.invoiceId ?? "" }),
    loadTranslations(request, "invoices"),
  ]);
  return { paper: invoice, texts };
}

export default function InvoicePage() {
  const t = useTranslations("invoices");
  const language = useLanguage();
  const { paper: invoice } = useLoaderData<typeof loader>();
  const { invoiceId, kind, number, issuedAt, seller, buyer, lines, corrects, reason } = invoice;
  const money = (cents: number) => moneyText(cents, language);
  return (
    <section className="card sheet" aria-labelledby="invoice-title">
      <DocumentHead />
      <h1 id="invoice-title">
        {t(kind)} <span className="nowrap">{number}</span>
      </h1>
      <DescriptionList
        items={[
          [t("date"), utcDateTimeText(issuedAt, language)],
          ...(corrects
            ? [
                [
                  t("correctsLabel"),
                  <Link key="corrects" to={paths.invoice(corrects.invoiceId)}>
                    {corrects.number}
                  </Link>,
                ] as const,
              ]
            : []),
          ...(reason ? [[t("reasonLabel"), reason] as const] : []),
          [t("seller"), seller.join(", ")],
          [t("buyer"), buyer.join(", ")],
        ]}
      />
      <Table
        caption={t(kind)}
        rows={lines}
        rowKey={({ text }) => text}
        columns={[
          { key: "about", label: t("about"), isRowHeader: true, cell: ({ text }) => text },
          {
            key: "sum",
            label: t("sum"),
            phonePosition: "figure",
            numeric: true,
            cell: ({ amountCents }) => money(amountCents),
          },
        ]}
      />
      {invoice.taxPercent !== null && (
        <DescriptionList
          atEnd
          items={[
            [t("net"), money(invoice.netCents)],
            [t("tax", { percent: invoice.taxPercent }), money(invoice.taxCents)],
          ]}
        />
      )}
      <div className="row apart total">
        <span>{t("total")}</span> <span className="num">{money(invoice.totalCents)}</span>
      </div>
      {invoice.isReverseCharge && <p>{t("reverseCharge")}</p>}
      <p className="muted">{t(kind === "invoice" ? "paidNote" : "creditedNote")}</p>
      <div className="row no-print">
        <PrintButton label={t("print")} hint={t("printHint")} />{" "}
        <a className={buttonClass()} href={paths.invoicePdf(invoiceId)} download>
          {t("pdf")}
        </a>
      </div>
    </section>
  );
}
