import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { DayFields } from "#app/components/form/day-fields";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Tabs } from "#app/components/ui/tabs";
import type { TypedDays } from "#app/lib/typed-days";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { periodOf, typedDays } from "#app/services/period.server";
import { requireSection } from "#app/services/sections.server";
import { rentalStatistics } from "#contract/partners/index";
import type { PeriodName } from "#contract/period";
import { presets } from "#contract/rules";
import { drawStatistics } from "./figures.server";
import type { Statistics } from "./statistics-figures";
import { StatisticsFigures } from "./statistics-figures";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "statisticsTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const period = periodOf(request);
  const [statistics, texts, t] = await Promise.all([
    callApi(caller, rentalStatistics, period),
    loadTranslations(request, "partnerFigures"),
    translationsFor(request, "partnerFigures"),
  ]);
  return {
    texts,
    figures: drawStatistics(t, statistics, { language: caller.language, now: new Date() }),
    period: period.period,
    days: await typedDays(request, statistics),
  };
}

export default function PartnerStatistics() {
  return <RentalStatistics {...useLoaderData<typeof loader>()} />;
}

type Props = {
  figures: Statistics;
  days: TypedDays;
  period: PeriodName;
};

/** The results of the referral link in a chosen period: figures, charts and the charts' tables. */
function RentalStatistics({ figures, days, period }: Props) {
  const t = useTranslations("partner");
  return (
    <section id="statistics" aria-labelledby="statistics-title">
      <h2 id="statistics-title">{t("statisticsTitle")}</h2>
      <p className="muted">{t("statisticsText")}</p>
      <div className="span-choice">
        <Tabs
          small
          label={t("period")}
          items={presets.map((name) => ({
            href: paths.partnerStatistics({ period: name }),
            label: t(`period_${name}`),
            current: period === name,
          }))}
        />
        <details className="fold" open={period === "own"}>
          <summary>{t("ownDates")}</summary>
          <Form
            method="get"
            action={paths.partnerStatistics()}
            className="filters"
            aria-label={t("ownDates")}
            preventScrollReset
          >
            <input type="hidden" name="period" value="own" />
            <DayFields labels={{ from: t("from"), to: t("to") }} days={days} />
            <button type="submit" className="button">
              {t("showPeriod")}
            </button>
          </Form>
        </details>
      </div>
      <div className="stack">
        <StatisticsFigures {...figures} />
      </div>
    </section>
  );
}
