import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pager } from "#app/components/ui/pager";
import { Table } from "#app/components/ui/table";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { pageNumber } from "#app/services/page-number.server";
import { requireClient } from "#app/services/session.server";
import { invoices } from "#contract/books/index";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "invoices", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const page = pageNumber(request);
  const [invoicePage, texts] = await Promise.all([
    callApi(caller, invoices, { page }),
    loadTranslations(request, "invoices"),
  ]);
  return { ...invoicePage, texts };
}

export default function Invoices() {
  const t = useTranslations("invoices");
  const common = useTranslations("common");
  const viewer = useViewer();
  const { invoices: rows, page, pages } = useLoaderData<typeof loader>();
  if (rows.length === 0)
    return (
      <EmptyState
        title={t("empty")}
        action={
          <Link className={buttonClass()} to={paths.billingDetails}>
            {t("details")}
          </Link>
        }
      >
        {t("emptyText")}
      </EmptyState>
    );
  return (
    <>
      <div className="row apart">
        <Link className={buttonClass("quiet")} to={paths.billingDetails}>
          {t("details")}
        </Link>
      </div>
      <Table
        caption={t("title")}
        rows={rows}
        rowKey={({ invoiceId }) => invoiceId}
        columns={[
          {
            key: "number",
            label: t("numberColumn"),
            isRowHeader: true,
            cell: ({ number }) => <span className="nowrap">{number}</span>,
          },
          {
            key: "about",
            label: t("about"),
            phonePosition: "plain",
            cell: ({ about, kind }) => (kind === "invoice" ? about : `${t("creditNote")}: ${about}`),
          },
          { key: "date", label: t("date"), cell: ({ issuedAt }) => dateText(issuedAt, viewer) },
          {
            key: "sum",
            label: t("sum"),
            phonePosition: "figure",
            numeric: true,
            cell: ({ totalCents }) => moneyText(totalCents, viewer.language),
          },
          {
            key: "open",
            label: t("open"),
            hideLabel: true,
            cell: ({ invoiceId, number }) => (
              <Link className="go" to={paths.invoice(invoiceId)} aria-label={`${t("open")} ${number}`}>
                {t("open")}
              </Link>
            ),
          },
        ]}
      />
      <Pager
        page={page}
        pageCount={pages}
        href={(number) => paths.invoices({ page: number })}
        label={common("pages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
    </>
  );
}
