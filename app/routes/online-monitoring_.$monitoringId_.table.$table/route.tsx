import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorMain } from "#app/components/layout/error-page";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Pager } from "#app/components/ui/pager";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { pageNumber } from "#app/services/page-number.server";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/account.css?url";
import * as contract from "#contract/monitoring/index";
import { dayRows, monthRows, symbolRows } from "./rows.server";

/** The tables with the translation keys of their names. */
const tableNames = { days: "tableDays", months: "tableMonths", symbols: "tableSymbols" } as const;
type TableName = keyof typeof tableNames;

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Rendered without script; the page needs none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...titled(args, args.data && `${args.data.title} · ${args.data.account.name}`),
  { name: "robots", content: "noindex" },
];

/** Loads the charts' data as a table: every day, every month, every symbol. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { monitoringId = "", table = "" } = params;
  if (!Object.hasOwn(tableNames, table)) throw data(null, { status: 404 });
  const name = table as TableName;
  const caller = await optionalClient(request);
  const query = new URL(request.url).searchParams;
  const period = { from: query.get("from") ?? undefined, to: query.get("to") ?? undefined };
  const [account, texts, t] = await Promise.all([
    callApi(caller, contract.readAccount, { monitoringId }),
    loadTranslations(request, "statistics"),
    translationsFor(request, "statistics"),
  ]);
  const context = { account, t, language: caller.language, now: new Date(), period };
  const title = t(tableNames[name]);
  const pageData = { account: { id: account.monitoringId, name: account.name }, title, name, period, texts };
  if (name === "days") {
    const days = await callApi(caller, contract.days, { monitoringId, ...period, page: pageNumber(request) });
    return { ...pageData, table: dayRows(days, context), page: days.page, pages: days.pages };
  }
  const charts = await callApi(caller, contract.charts, { monitoringId, ...period });
  return {
    ...pageData,
    table: (name === "months" ? monthRows : symbolRows)(charts, context),
    page: 1,
    pages: 1,
  };
}

/** The first column names the row, the second is its figure. */
const placeOf = (index: number) => (index === 0 ? undefined : index === 1 ? "num figure" : "num");

export default function TablePage() {
  const t = useTranslations("statistics");
  const common = useTranslations("common");
  const { account, title, name, period, table, page, pages } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <a className="back" href={paths.monitoringPage(account.id, period)}>
        {t("backToPage", { name: account.name })}
      </a>
      <h1>{title}</h1>
      <Tabs
        small
        label={t("showAsTable")}
        items={(["days", "months", "symbols"] as const).map((one) => ({
          href: paths.monitoringTable(account.id, one, period),
          label: t(tableNames[one]),
          current: one === name,
        }))}
      />
      <div className="scroll">
        <table className="table days">
          <caption className="hidden-text">{title}</caption>
          <thead>
            <tr>
              {table.columns.map((column, index) => (
                <th key={column} scope="col" className={placeOf(index)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([head, ...cells]) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={table.columns[index + 1]} className={placeOf(index + 1)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        page={page}
        pageCount={pages}
        href={(number) => paths.monitoringTable(account.id, "days", { ...period, page: number })}
        label={common("pages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
