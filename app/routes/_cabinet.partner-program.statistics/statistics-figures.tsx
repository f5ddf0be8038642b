import { ChartTable } from "#app/components/chart/chart-table";
import { LineChart } from "#app/components/chart/line-chart";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Tile, Tiles } from "#app/components/ui/tile";
import { moneyText } from "#app/lib/money";
import { numberText, percentText } from "#app/lib/numbers";
import type { drawStatistics } from "./figures.server";

export type Statistics = ReturnType<typeof drawStatistics>;

/** The figures of the chosen period, their charts, and the charts' tables. */
export function StatisticsFigures({ stats, step, firstDayText, lastDayText, charts }: Statistics) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const description = t("chartFrom", {
    from: firstDayText ?? "",
    to: lastDayText ?? "",
    step: t(`step_${step}`),
  });
  const count = (value: number) => numberText(value, language);
  return (
    <>
      <Tiles>
        <Tile label={t("clicks")} definition={t("clicksDefinition")}>
          {count(stats.clicks)}
        </Tile>
        <Tile label={t("registrations")}>{count(stats.registrations)}</Tile>
        <Tile label={t("conversion")} definition={t("conversionDefinition")}>
          {stats.conversion === null ? t("noConversion") : percentText(stats.conversion, language)}
        </Tile>
        <Tile label={t("rented")}>{count(stats.rented)}</Tile>
        <Tile label={t("renewed")}>{count(stats.renewed)}</Tile>
        <Tile label={t("reward")}>{moneyText(stats.rewardCents, language)}</Tile>
      </Tiles>
      {charts.reward && (
        <StatisticsChart description={description} title={t("rewardChart")} chart={charts.reward} />
      )}
      <div className="halves">
        {charts.visits && (
          <StatisticsChart description={description} title={t("visitsChart")} chart={charts.visits} />
        )}
        {charts.rents && (
          <StatisticsChart description={description} title={t("rentsChart")} chart={charts.rents} />
        )}
      </div>
    </>
  );
}

type StatisticsChartProps = {
  title: string;
  description: string;
  chart: NonNullable<Statistics["charts"]["reward"]>;
};

function StatisticsChart({ title, description, chart }: StatisticsChartProps) {
  return (
    <LineChart title={title} description={description} drawing={chart.drawn}>
      <ChartTable title={title} columns={chart.columns} rows={chart.rows} />
    </LineChart>
  );
}
