import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorMain } from "#app/components/layout/error-page";
import { PageButtons } from "#app/components/page-script";
import { titled } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Notice } from "#app/components/ui/notice";
import { fractionText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/account.css?url";
import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import type { AccountPage } from "#contract/monitoring/index";
import { translatorOf } from "#locales/translate";
import { GrowthChart, OtherCharts } from "./charts";
import { ClosedTrades } from "./closed-trades";
import { Figures } from "./figures";
import { Hero } from "./hero";
import type { PageData } from "./load.server";
import { loadPage } from "./load.server";
import { MonthTiles } from "./month-tiles";
import { OpenPositions } from "./open-positions";
import { PeriodChoice } from "./period-choice";
import { readQuery } from "./query.server";
import type { PageClock } from "./time-text";
import { pageClock, timeText } from "./time-text";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** A document: it gets the file of its buttons, its owner's one that keeps the figures fresh besides. */
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
      <PageButtons />
      {page.refreshes && <script type="module" src="/live-figures.js" />}
    </main>
  );
}

export const ErrorBoundary = ErrorMain;

/** What a visitor can do who liked what they saw. */
function Advert() {
  const t = useTranslations("statistics");
  return (
    <section className="advert band no-print">
      <div>
        <h2>{t("advertTitle")}</h2>
        <p>{t("advertText")}</p>
      </div>
      <a href={paths.signup()} className={buttonClass("call")}>
        {t("advertButton")}
      </a>
    </section>
  );
}

type Props = Pick<PageData, "figures"> & { account: Pick<AccountPage, "monitoringId"> };

/** Where the trades come from and whether they add up, in one link; its own page says what that means. */
function ProvenanceLine({ figures, account }: Props) {
  const t = useTranslations("statistics");
  return (
    <div className="stack small muted" id="origin">
      <p>
        <a className="lone" href={paths.monitoringOrigin(account.monitoringId)}>
          {figures.origin.text}
        </a>
      </p>
      <p>
        {t("utcDays")}{" "}
        <a href={paths.monitoringFormulas}>{t("formulas", { version: figures.formulas_version })}</a>{" "}
        <a href={paths.publicAccounts()}>{t("otherAccounts")}</a>
      </p>
    </div>
  );
}

/** What its owner can do where no data comes. */
function Advice({ account, clock }: { account: AccountPage; clock: PageClock }) {
  const t = useTranslations("statistics");
  const language = useLanguage();
  const { state, serverId, heardAt } = account;
  const heard = heardAt ? timeText(heardAt, language, clock) : "–";
  if (state === "waiting")
    return (
      <Notice>
        <p>
          {t("waitingText")} <a href={paths.monitoringGuide}>{t("toGuide")}</a>
        </p>
      </Notice>
    );
  if (state === "paused")
    return (
      <Notice tone="warning">
        <p>
          {t("pausedText")} <a href={paths.monitoring}>{t("toSubscription")}</a>
        </p>
      </Notice>
    );
  if (state !== "silent") return null;
  return (
    <Notice tone="warning">
      <p>
        {serverId ? t("silentText", { time: heard, server: serverId }) : t("silentOwnText", { time: heard })}
      </p>
      {serverId ? (
        <a href={paths.server(serverId, "control")} className={buttonClass()}>
          {t("restartServer")}
        </a>
      ) : (
        <a href={paths.monitoringGuide}>{t("toGuide")}</a>
      )}
    </Notice>
  );
}
