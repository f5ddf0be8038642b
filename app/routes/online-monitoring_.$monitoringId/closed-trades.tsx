import { useLanguage, useTranslations } from "#app/components/translations";
import { Pager } from "#app/components/ui/pager";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { paths } from "#app/paths";
import { excursionsAnchor } from "#contract/monitoring/figures";
import type { AccountPage, TradeSort } from "#contract/monitoring/index";
import { tradingMoney } from "#contract/monitoring/trading-money";
import type { PageData } from "./load.server";
import type { PageClock } from "./time-text";
import type { TradeRow } from "./trade-columns";
import { tradeColumns } from "./trade-columns";

type Props = Pick<PageData, "trades" | "query" | "days"> & { account: AccountPage; clock: PageClock };

/** Closed trades. Sorting and paging are links; the whole period can be downloaded as CSV. */
export function ClosedTrades({ trades, query, days, account, clock }: Props) {
  const t = useTranslations("statistics");
  const common = useTranslations("common");
  const language = useLanguage();
  const written = (sign: boolean) => (value: string | null | undefined) =>
    value === undefined
      ? ""
      : value === null
        ? "–"
        : tradingMoney(value, {
            language,
            currency: account.currency,
            display: account.currencyDisplay,
            sign,
          });
  const address = (change: { sort?: TradeSort; direction?: "asc" | "desc"; page?: number }) => {
    const { period, from, to, zone, sort, direction, page } = { ...query, ...change };
    const params = {
      period: period === "all" ? undefined : period,
      from,
      to,
      zone,
      sort: sort === "closed" ? undefined : sort,
      direction: direction === "desc" ? undefined : direction,
      page: page > 1 ? page : undefined,
    };
    return `${paths.monitoringPage(account.monitoringId, params)}#trades`;
  };
  const sort = (name: TradeSort): Column<TradeRow>["sort"] => {
    const isSorted = query.sort === name;
    const direction = isSorted && query.direction === "desc" ? "asc" : "desc";
    const shown = query.direction === "asc" ? "ascending" : "descending";
    return { href: address({ sort: name, direction, page: 1 }), ...(isSorted && { direction: shown }) };
  };
  const hasMoney = trades.trades.some(({ result }) => result !== undefined);
  const hasExcursions = trades.trades.some(({ mae }) => typeof mae === "string");
  const { opening } = trades;
  const rows: TradeRow[] = [...trades.trades];
  if (opening) rows.splice(query.direction === "asc" ? 0 : rows.length, 0, opening);
  return (
    <section id="trades" className="card">
      <div className="row apart">
        <h2>
          {t("closedTrades")} <small className="muted">{trades.total}</small>
        </h2>
        <a
          href={paths.monitoringFile(account.monitoringId, "trades.csv", days)}
          download
          className="lone no-print"
        >
          {t("tradesCsv")}
        </a>
      </div>
      <Table
        caption={t("closedTrades")}
        rows={rows}
        rowKey={(row) => ("ticket" in row ? row.ticket : "opening")}
        columns={tradeColumns({
          t,
          language,
          clock,
          hasMoney,
          hasExcursions,
          money: written(false),
          signed: written(true),
          sort,
          excursionsDefined: `${paths.monitoringFigures(account.monitoringId, days)}#${excursionsAnchor}`,
        })}
      />
      <Pager
        page={trades.page}
        pageCount={trades.pages}
        href={(page) => address({ page })}
        label={common("pages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
    </section>
  );
}
