import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorMain } from "#app/components/layout/error-page";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { EmptyState } from "#app/components/ui/empty-state";
import { fractionText } from "#app/lib/numbers";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/account.css?url";
import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import { translatorOf } from "#locales/translate";
import { Advice } from "./advice";
import { GrowthChart, OtherCharts } from "./charts";
import { ClosedTrades } from "./closed-trades";
import { Figures } from "./figures";
import { Advert, ProvenanceLine } from "./foot";
import { Hero } from "./hero";
import { loadPage } from "./load.server";
import { MonthTiles } from "./month-tiles";
import { OpenPositions } from "./open-positions";
import { PeriodChoice } from "./period-choice";
import { readQuery } from "./query.server";
import { pageClock } from "./time-text";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** A document: it needs no script and gets none, its owner's a small one of its own. */
export const handle = { script: false, counted: true };

/** Seconds between two looks at what the terminal has sent. */
const refreshInterval = 15;

export const meta: MetaFunction<typeof loader> = (args) => {
  const { data, matches } = args;
  const root = matches[0]?.data as { language?: Language } | undefined;
  if (!data) return titled(args, undefined);
  const { account, figures, canonical, picture } = data;
  const language = root?.language ?? defaultLanguage;
  const percent = (value: number | null | undefined) =>
    value == null ? "–" : fractionText(value, language, { fixed: true });
  const t = translatorOf(language, "statistics", data.texts.statistics);
  const title = t("pageTitle", { name: account.name });
  const description = t("pageDescription", {
    growth: percent(figures.growth),
    drawdown: percent(figures.relative_drawdown?.percent),
    trades: figures.trades ?? 0,
  });
  return [
    ...titled(args, title),
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonical },
    ...(data.query.live ? [{ httpEquiv: "refresh", content: String(account.interval) }] : []),
    ...(account.visibility === "public" ? [] : [{ name: "robots", content: "noindex" }]),
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:image", content: picture },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  return loadPage(request, caller, params.monitoringId ?? "", readQuery(request));
}

export default function MonitoringPage() {
  const t = useTranslations("statistics");
  const page = useLoaderData<typeof loader>();
  const clock = pageClock(page.zone, page.account);
  const hasTrades = (page.figures.trades ?? 0) > 0;
  const { account, charts, figures, days } = page;
  const isWhole = !days.from && !days.to;
  // what is open now is none of a period that is over
  const positions = days.to && days.to < page.now.slice(0, 10) ? null : account.positions;
  return (
    <main id="main" className="account" data-live={page.refreshes ? refreshInterval : undefined}>
      <Hero {...page} clock={clock} />
      {account.isOwner && <Advice account={account} clock={clock} />}
      <PeriodChoice query={page.query} typed={page.typed} account={account} />
      {!hasTrades && (
        <EmptyState title={t("noTradesTitle")}>{t(isWhole ? "noTradesText" : "noTradesThen")}</EmptyState>
      )}
      {charts && <GrowthChart charts={charts} tables={page.tables} />}
      {page.growthByYear.length > 0 && (
        <MonthTiles years={page.growthByYear} tableHref={page.tables.months} />
      )}
      {charts && <OtherCharts charts={charts} tables={page.tables} />}
      <Figures figures={figures} account={account} days={days} />
      {positions && <OpenPositions positions={positions} account={account} clock={clock} />}
      {hasTrades && (
        <ClosedTrades
          trades={page.trades}
          query={page.query}
          days={page.days}
          account={page.account}
          clock={clock}
        />
      )}
      {page.isVisitor && <Advert />}
      <ProvenanceLine figures={figures} account={account} />
      {page.refreshes && <script type="module" src="/live-figures.js" />}
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
