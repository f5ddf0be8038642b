import type { ReactNode } from "react";
import type { Column } from "#app/components/ui/table";
import { fractionText } from "#app/lib/numbers";
import type { Language } from "#contract/languages";
import type { ClosedTrade, Opening, TradeSort } from "#contract/monitoring/index";
import type { Translate } from "#locales/translate";
import type { PageClock } from "./time-text";
import { compactTime } from "./time-text";
import { SymbolCell, toneOf } from "./trade-cells";

/** A closed trade, or the opening balance. */
export type TradeRow = ClosedTrade | Opening;

type Options = {
  t: Translate<"statistics">;
  language: Language;
  clock: PageClock;
  hasMoney: boolean;
  /** Whether at least one of the trades was observed from opening to close. */
  hasExcursions: boolean;
  money: (value: string | null | undefined) => string;
  /** Like `money`, with a sign, for results. */
  signed: (value: string | null | undefined) => string;
  sort: (name: TradeSort) => Column<TradeRow>["sort"];
  /** URL of the definitions of MAE and MFE. */
  excursionsDefined: string;
};

const isTrade = (row: TradeRow): row is ClosedTrade => "ticket" in row;

/** Returns a cell of a trade; for the opening, the result of `ofOpening`. */
const cell =
  (ofTrade: (trade: ClosedTrade) => ReactNode, ofOpening: (opening: Opening) => ReactNode = () => null) =>
  (row: TradeRow) =>
    isTrade(row) ? ofTrade(row) : ofOpening(row);

/** Returns the columns of closed trades; money columns only if money is shown. */
export function tradeColumns({
  t,
  language,
  clock,
  hasMoney,
  hasExcursions,
  money,
  signed,
  sort,
  excursionsDefined,
}: Options): Column<TradeRow>[] {
  const time = (iso: string | null) => (iso ? compactTime(iso, language, clock) : "–");
  const percent = (value: number | null) =>
    value === null ? "–" : fractionText(value, language, { sign: true, fixed: true });
  const columns: (Column<TradeRow> & { inMoney?: boolean; watched?: boolean })[] = [
    {
      key: "symbol",
      label: t("symbol"),
      isRowHeader: true,
      sort: sort("symbol"),
      cell: cell(
        ({ symbol, side, volume }) => <SymbolCell symbol={symbol} side={side} volume={volume} />,
        () => t("figure_opening"),
      ),
    },
    {
      key: "opened",
      label: t("opened"),
      isLow: true,
      sort: sort("opened"),
      cell: cell(({ openedAt }) => time(openedAt)),
    },
    {
      key: "closed",
      label: t("closed"),
      phonePosition: "plain",
      sort: sort("closed"),
      cell: cell(
        ({ closedAt }) => time(closedAt),
        ({ at }) => time(at),
      ),
    },
    {
      key: "volume",
      label: t("volume"),
      numeric: true,
      isLow: true,
      inMoney: true,
      sort: sort("volume"),
      cell: cell(({ volume }) => volume),
    },
    {
      key: "price",
      label: t("price"),
      isLow: true,
      cell: cell(({ openPrice, closePrice }) => `${openPrice ?? "–"} → ${closePrice ?? "–"}`),
    },
    {
      key: "swap",
      label: t("swap"),
      numeric: true,
      isLow: true,
      inMoney: true,
      cell: cell(({ swap }) => money(swap)),
    },
    {
      key: "costs",
      label: t("costs"),
      numeric: true,
      isLow: true,
      inMoney: true,
      cell: cell(({ costs }) => money(costs)),
    },
    {
      key: "mae",
      label: t("mae"),
      definition: excursionsDefined,
      numeric: true,
      isLow: true,
      watched: true,
      cell: cell(({ mae }) => money(mae)),
    },
    {
      key: "mfe",
      label: t("mfe"),
      definition: excursionsDefined,
      numeric: true,
      isLow: true,
      watched: true,
      cell: cell(({ mfe }) => money(mfe)),
    },
    {
      key: "result",
      label: t("result"),
      numeric: true,
      phonePosition: "figure",
      inMoney: true,
      sort: sort("result"),
      tone: (row) => (isTrade(row) ? toneOf(row.result) : undefined),
      cell: cell(
        ({ result }) => signed(result),
        ({ balance }) => money(balance),
      ),
    },
    {
      key: "percent",
      label: t("resultPercent"),
      numeric: true,
      phonePosition: hasMoney ? "state" : "figure",
      cell: cell(({ resultPercent }) => percent(resultPercent)),
    },
  ];
  return columns.filter(({ inMoney, watched }) => (hasMoney || !inMoney) && (hasExcursions || !watched));
}
