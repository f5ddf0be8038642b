import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { callApi } from "#app/services/api.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { periodOf, typedDays } from "#app/services/period.server";
import { requireSection } from "#app/services/sections.server";
import { rentalStatistics } from "#contract/partners/index";
import { drawStatistics } from "./figures.server";
import { RentalStatistics } from "./rental-statistics";

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
