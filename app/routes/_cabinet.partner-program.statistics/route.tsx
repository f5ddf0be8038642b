import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PeriodPicker } from "#app/components/form/period-picker";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import type { TypedDays } from "#app/lib/typed-days";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { periodOf, typedDays } from "#app/services/period.server";
import { requireSection } from "#app/services/sections.server";
import { rentalStatistics } from "#contract/partners/index";
import type { PeriodName } from "#contract/period";
import { drawStatistics } from "./figures.server";
import type { Statistics } from "./statistics-figures";
import { StatisticsFigures } from "./statistics-figures";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "statisticsTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const period = periodOf(request);
  const [statistics, texts, t] = await Promise.all([
    callApi(caller, rentalStatistics, period),
    loadTranslations(request, "partnerFigures", "period"),
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
      <PeriodPicker
        period={period}
        days={days}
        fold="customDates"
        path={paths.partnerStatistics()}
        href={(preset) => paths.partnerStatistics({ period: preset })}
      />
      <div className="stack">
        <StatisticsFigures {...figures} />
      </div>
    </section>
  );
}
