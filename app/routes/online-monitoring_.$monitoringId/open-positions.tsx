import { useLanguage, useText } from "#app/components/text";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { fractionText } from "#app/lib/numbers";
import { tradingMoney } from "#app/lib/trading-money";
import type { AccountPage, OpenPosition } from "#contract/monitoring/index";
import type { PageClock } from "./time-text";
import { timeText } from "./time-text";

type Props = { positions: readonly OpenPosition[]; account: AccountPage; clock: PageClock };

export function OpenPositions({ positions, account, clock }: Props) {
  const t = useText("statistics");
  const language = useLanguage();
  const money = (value: string | undefined) =>
    value === undefined
      ? ""
      : tradingMoney(value, { language, currency: account.currency, display: account.currencyDisplay });
  const hasMoney = positions.some(({ profit }) => profit !== undefined);
  const inMoney: Column<OpenPosition>[] = [
    { key: "swap", label: t("swap"), numeric: true, cell: ({ swap }) => money(swap) },
    { key: "profit", label: t("profit"), numeric: true, cell: ({ profit }) => money(profit) },
  ];
  return (
    <section id="positions">
      <h2>{t("openPositions")}</h2>
      {positions.length === 0 ? (
        <p className="muted">{t("noPositions")}</p>
      ) : (
        <Table
          caption={t("openPositions")}
          rows={positions}
          rowKey={({ ticket }) => ticket}
          columns={[
            { key: "symbol", label: t("symbol"), isRowHeader: true, cell: ({ symbol }) => symbol },
            { key: "side", label: t("side"), cell: ({ side }) => t(`side_${side}`) },
            ...(hasMoney
              ? [
                  {
                    key: "volume",
                    label: t("volume"),
                    numeric: true,
                    cell: ({ volume }: OpenPosition) => volume,
                  },
                ]
              : []),
            {
              key: "opened",
              label: t("opened"),
              cell: ({ openedAt }) => timeText(openedAt, language, clock),
            },
            { key: "price", label: t("openPrice"), numeric: true, cell: ({ openPrice }) => openPrice },
            { key: "sl", label: t("stopLoss"), numeric: true, cell: ({ stopLoss }) => stopLoss ?? "–" },
            { key: "tp", label: t("takeProfit"), numeric: true, cell: ({ takeProfit }) => takeProfit ?? "–" },
            ...(hasMoney ? inMoney : []),
            {
              key: "percent",
              label: t("resultPercent"),
              numeric: true,
              cell: ({ profitPercent }) =>
                profitPercent === null ? "–" : fractionText(profitPercent, language, { sign: true }),
            },
          ]}
        />
      )}
    </section>
  );
}
