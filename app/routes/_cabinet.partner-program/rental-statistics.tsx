import { Form } from "#app/components/form";
import { ServerDrawn } from "#app/components/server-drawn";
import { useText } from "#app/components/text";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import { presets } from "#contract/rules";
import type { PageData } from "./load.server";
import { StatisticsFigures } from "./statistics-figures";

type Props = Pick<PageData, "figures" | "days" | "query">;

/** What the link has brought in a time that the reader chooses: figures, pictures, and the pictures' tables. */
export function RentalStatistics({ figures, days: { firstDay, lastDay }, query }: Props) {
  const t = useText("partner");
  const { page, client } = query;
  const presetLink = (period: string) =>
    `${paths.partnerPage({ period, page: page > 1 ? page : undefined, client })}#statistics`;
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
      <ServerDrawn from={figures}>{({ statistics }) => <StatisticsFigures {...statistics} />}</ServerDrawn>
    </section>
  );
}
