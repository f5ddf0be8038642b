import { useLanguage, useText } from "#app/components/text";
import { Pager } from "#app/components/ui/pager";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { fractionText } from "#app/lib/numbers";
import { tradingMoney } from "#app/lib/trading-money";
import { paths } from "#app/paths";
import type { AccountPage, ClosedTrade, TradeSort } from "#contract/monitoring/index";
import type { PageData } from "./load.server";
import type { PageClock } from "./time-text";
import { timeText } from "./time-text";

type Props = Pick<PageData, "trades" | "query" | "days"> & { account: AccountPage; clock: PageClock };

/** Closed trades: sorted and paged by links, the whole period as CSV. */
export function ClosedTrades({ trades, query, days, account, clock }: Props) {
  const t = useText("statistics");
  const common = useText("common");
  const language = useLanguage();
  const money = (value: string | undefined) =>
    value === undefined
      ? ""
      : tradingMoney(value, { language, currency: account.currency, display: account.currencyDisplay });
  const address = (change: { sort?: TradeSort; direction?: "asc" | "desc"; page?: number }) => {
    const { period, from, to, zone, sort, direction, page } = { ...query, ...change };
    const isUsual = sort === "closed" && direction === "desc";
    const order = isUsual ? {} : { sort, direction };
    const shown = {
      period: period === "all" ? undefined : period,
      from,
      to,
      zone: zone === "UTC" ? undefined : zone,
      ...order,
      page: page > 1 ? page : undefined,
    };
    return `${paths.monitoringPage(account.id, shown)}#trades`;
  };
  const sort = (name: TradeSort): Column<ClosedTrade>["sort"] => {
    const isSorted = query.sort === name;
    const direction = isSorted && query.direction === "desc" ? "asc" : "desc";
    const shown = query.direction === "asc" ? "ascending" : "descending";
    return { href: address({ sort: name, direction, page: 1 }), ...(isSorted && { direction: shown }) };
  };
  const hasMoney = trades.trades.some(({ result }) => result !== undefined);
  const inMoney: Column<ClosedTrade>[] = [
    { key: "swap", label: t("swap"), numeric: true, cell: (trade) => money(trade.swap) },
    { key: "costs", label: t("costs"), numeric: true, cell: ({ costs }) => money(costs) },
    {
      key: "result",
      label: t("result"),
      numeric: true,
      sort: sort("result"),
      cell: ({ result }) => money(result),
    },
  ];
  return (
    <section id="trades">
      <div className="row apart">
        <h2>{t("closedTrades")}</h2>
        <a href={paths.monitoringFile(account.id, "trades.csv", days)} download className="no-print">
          {t("tradesCsv")}
        </a>
      </div>
      <p className="muted">{t("tradesTotal", { count: trades.total })}</p>
      <Table
        caption={t("closedTrades")}
        rows={trades.trades}
        rowKey={({ ticket }) => ticket}
        columns={[
          {
            key: "symbol",
            label: t("symbol"),
            isRowHeader: true,
            sort: sort("symbol"),
            cell: ({ symbol }) => symbol,
          },
          { key: "side", label: t("side"), cell: ({ side }) => t(`side_${side}`) },
          ...(hasMoney
            ? [
                {
                  key: "volume",
                  label: t("volume"),
                  numeric: true,
                  sort: sort("volume"),
                  cell: ({ volume }: ClosedTrade) => volume,
                },
              ]
            : []),
          {
            key: "opened",
            label: t("opened"),
            sort: sort("opened"),
            cell: ({ openedAt }) => (openedAt ? timeText(openedAt, language, clock) : "–"),
          },
          {
            key: "closed",
            label: t("closed"),
            sort: sort("closed"),
            cell: ({ closedAt }) => timeText(closedAt, language, clock),
          },
          {
            key: "openPrice",
            label: t("openPrice"),
            numeric: true,
            cell: ({ openPrice }) => openPrice ?? "–",
          },
          {
            key: "closePrice",
            label: t("closePrice"),
            numeric: true,
            cell: ({ closePrice }) => closePrice ?? "–",
          },
          ...(hasMoney ? inMoney : []),
          {
            key: "percent",
            label: t("resultPercent"),
            numeric: true,
            cell: ({ resultPercent }) =>
              resultPercent === null ? "–" : fractionText(resultPercent, language, { sign: true }),
          },
        ]}
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
