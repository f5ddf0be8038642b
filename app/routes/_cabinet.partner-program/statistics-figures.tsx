import { LineChart } from "#app/components/chart/line-chart";
import { useLanguage, useText } from "#app/components/text";
import { Tile, Tiles } from "#app/components/ui/tile";
import { moneyText } from "#app/lib/money";
import { numberText, percentText } from "#app/lib/numbers";
import type { Figures } from "./load.server";

/** The figures of the chosen time, their pictures, and the pictures' tables. */
export function StatisticsFigures({ stats, step, firstDayText, lastDayText, charts }: Figures["statistics"]) {
  const t = useText("partnerFigures");
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
        <LineChart
          title={t("rewardChart")}
          description={description}
          timeColumn={t("date")}
          drawing={charts.reward}
        />
      )}
      <div className="halves">
        {charts.visits && (
          <LineChart
            title={t("visitsChart")}
            description={description}
            timeColumn={t("date")}
            drawing={charts.visits}
          />
        )}
        {charts.rents && (
          <LineChart
            title={t("rentsChart")}
            description={description}
            timeColumn={t("date")}
            drawing={charts.rents}
          />
        )}
      </div>
    </>
  );
}
