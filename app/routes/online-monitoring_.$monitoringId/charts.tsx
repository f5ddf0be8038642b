import { BarChart } from "#app/components/chart/bar-chart";
import { LineChart } from "#app/components/chart/line-chart";
import { useText } from "#app/components/text";
import type { PageData } from "./load.server";

/** Growth, balance and equity, drawdown over time; months and symbols as bars. */
export function Charts({ charts }: { charts: NonNullable<PageData["charts"]> }) {
  const t = useText("statistics");
  const { growth, drawdown, balance, months, symbols } = charts;
  const timeColumn = t("date");
  return (
    <section>
      <h2 className="hidden-text">{t("charts")}</h2>
      {growth.drawing && (
        <LineChart
          title={t("growthChart")}
          description={growth.description}
          timeColumn={timeColumn}
          drawing={growth.drawing}
        />
      )}
      <div className="halves">
        {balance?.drawing && (
          <LineChart
            title={t("balanceChart")}
            description={balance.description}
            timeColumn={timeColumn}
            drawing={balance.drawing}
          />
        )}
        {drawdown.drawing && (
          <LineChart
            title={t("drawdownChart")}
            description={drawdown.description}
            timeColumn={timeColumn}
            drawing={drawdown.drawing}
          />
        )}
        {months.drawing && (
          <BarChart
            title={months.title}
            description={t("monthsDescription")}
            columns={[t("month"), months.title]}
            drawing={months.drawing}
          />
        )}
        {symbols.drawing && (
          <BarChart
            title={symbols.title}
            description={t("symbolsDescription")}
            columns={[t("symbol"), symbols.title]}
            drawing={symbols.drawing}
          />
        )}
      </div>
    </section>
  );
}
