import { Form } from "@remix-run/react";
import { LineChart } from "#app/components/chart/line-chart";
import { useLanguage, useText } from "#app/components/text";
import { Tabs } from "#app/components/ui/tabs";
import { Tile, Tiles } from "#app/components/ui/tile";
import { moneyText, numberText, percentText } from "#app/lib/money";
import { paths } from "#app/paths";
import { presets } from "#contract/rules";
import type { PageData } from "./load.server";

type Props = PageData["statistics"] & Pick<PageData, "query">;

/** What the link has brought in a time that the reader chooses: figures, pictures, and the pictures' tables. */
export function RentalStatistics({
  stats,
  step,
  firstDay,
  lastDay,
  firstDayText,
  lastDayText,
  charts,
  query,
}: Props) {
  const t = useText("partner");
  const language = useLanguage();
  const { page, client } = query;
  const presetLink = (period: string) =>
    `${paths.partnerPage({ period, page: page > 1 ? page : undefined, client })}#statistics`;
  const description = t("chartFrom", { from: firstDayText, to: lastDayText, step: t(`step_${step}`) });
  const count = (value: number) => numberText(value, language);
  return (
    <section id="statistics" aria-labelledby="statistics-title">
      <h2 id="statistics-title">{t("statisticsTitle")}</h2>
      <p>{t("statisticsText")}</p>
      <div className="row apart">
        <Tabs
          small
          label={t("period")}
          items={presets.map((name) => ({
            href: presetLink(name),
            label: t(`period_${name}`),
            current: query.period === name,
          }))}
        />
        <Form
          method="get"
          action={`${paths.partnerProgram}#statistics`}
          className="filters"
          aria-label={t("ownDates")}
          preventScrollReset
        >
          <input type="hidden" name="period" value="own" />
          {client && <input type="hidden" name="client" value={client} />}
          <label className="field">
            {t("from")}
            <input
              key={firstDay}
              className="input short"
              type="date"
              name="from"
              defaultValue={firstDay}
              min="2000-01-01"
              max="2099-12-31"
            />
          </label>
          <label className="field">
            {t("to")}
            <input
              key={lastDay}
              className="input short"
              type="date"
              name="to"
              defaultValue={lastDay}
              min="2000-01-01"
              max="2099-12-31"
            />
          </label>
          <button type="submit" className="button">
            {t("showPeriod")}
          </button>
        </Form>
      </div>
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
    </section>
  );
}
