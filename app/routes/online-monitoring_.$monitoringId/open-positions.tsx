import { useLanguage, useTranslations } from "#app/components/translations";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { fractionText } from "#app/lib/numbers";
import type { AccountPage, OpenPosition } from "#contract/monitoring/index";
import { tradingMoney } from "#contract/monitoring/trading-money";
import type { PageClock } from "./time-text";
import { compactTime } from "./time-text";
import { SymbolCell, toneOf } from "./trade-cells";

type Props = { positions: readonly OpenPosition[]; account: AccountPage; clock: PageClock };

export function OpenPositions({ positions, account, clock }: Props) {
  const t = useTranslations("statistics");
  const language = useLanguage();
  const money = (value: string | undefined) =>
    value === undefined
      ? ""
      : tradingMoney(value, {
          language,
          currency: account.currency,
          display: account.currencyDisplay,
          sign: true,
        });
  const hasMoney = positions.some(({ profit }) => profit !== undefined);
  const inMoney: Column<OpenPosition>[] = [
    { key: "swap", label: t("swap"), numeric: true, isLow: true, cell: ({ swap }) => money(swap) },
    {
      key: "profit",
      label: t("profit"),
      numeric: true,
      phonePosition: "figure",
      tone: ({ profit }) => toneOf(profit),
      cell: ({ profit }) => money(profit),
    },
  ];
  return (
    <section className="card">
      <h2>{t("openPositions")}</h2>
      {positions.length === 0 ? (
        <p className="muted">{t("noPositions")}</p>
      ) : (
        <Table
          caption={t("openPositions")}
          rows={positions}
          rowKey={({ ticket }) => ticket}
          columns={[
            {
              key: "symbol",
              label: t("symbol"),
              isRowHeader: true,
              cell: ({ symbol, side, volume }) => <SymbolCell symbol={symbol} side={side} volume={volume} />,
            },
            {
              key: "opened",
              label: t("opened"),
              phonePosition: "plain",
              cell: ({ openedAt }) => compactTime(openedAt, language, clock),
            },
            {
              key: "price",
              label: t("openPrice"),
              numeric: true,
              isLow: true,
              cell: ({ openPrice }) => openPrice,
            },
            {
              key: "sl",
              label: t("stopLoss"),
              numeric: true,
              isLow: true,
              cell: ({ stopLoss }) => stopLoss ?? "–",
            },
            {
              key: "tp",
              label: t("takeProfit"),
              numeric: true,
              isLow: true,
              cell: ({ takeProfit }) => takeProfit ?? "–",
            },
            ...(hasMoney ? inMoney : []),
            {
              key: "percent",
              label: t("resultPercent"),
              numeric: true,
              phonePosition: hasMoney ? "state" : "figure",
              cell: ({ profitPercent }) =>
                profitPercent === null
                  ? "–"
                  : fractionText(profitPercent, language, { sign: true, fixed: true }),
            },
          ]}
        />
      )}
    </section>
  );
}
