import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PeriodPicker } from "#app/components/form/period-picker";
import { ErrorMain } from "#app/components/layout/error-page";
import { PageButtons } from "#app/components/page-script";
import { titled } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Banner } from "#app/components/ui/banner";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
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
import { readQuery } from "./query.server";
import type { PageClock } from "./time-text";
import { pageClock, sinceText } from "./time-text";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/**
 * Rendered without hydration. The page only loads the script of its buttons and, for the owner, the one that
 * refreshes the figures.
 */
export const handle = { script: false, counted: true };

/** Seconds between polls for new data of the terminal. */
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
  const description = figures.trades
    ? t("pageDescription", {
        growth: percent(figures.growth),
        drawdown: percent(figures.relative_drawdown?.percent),
        trades: figures.trades,
      })
    : t("emptyTitle");
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
  const isEmpty = isWhole && !hasTrades && !account.heardAt;
  // open positions don't belong to a period that has ended
  const positions = days.to && days.to < page.now.slice(0, 10) ? null : account.positions;
  return (
    <main id="main" className="account" data-live={page.refreshes ? refreshInterval : undefined}>
      <Hero {...page} clock={clock} isEmpty={isEmpty} />
      {account.isOwner && <Advice account={account} clock={clock} now={page.now} />}
      {isEmpty ? (
        <WhatToDo account={account} />
      ) : (
        <PeriodPicker
          period={page.query.period}
          days={page.typed}
          fold="customDates"
          path={paths.monitoringPage(account.monitoringId)}
          href={(preset) =>
            paths.monitoringPage(account.monitoringId, {
              period: preset === "all" ? undefined : preset,
              zone: page.query.zone,
            })
          }
          query={{ zone: page.query.zone }}
        />
      )}
      {!hasTrades && !isEmpty && (
        <EmptyState title={t("noTradesTitle")}>{t(isWhole ? "noTradesText" : "noTradesThen")}</EmptyState>
      )}
      {charts && <GrowthChart charts={charts} tables={page.tables} />}
      {page.growthByYear.length > 0 && (
        <MonthTiles years={page.growthByYear} tableHref={page.tables.months} />
      )}
      {charts && <OtherCharts charts={charts} tables={page.tables} />}
      {!isEmpty && <Figures figures={figures} account={account} days={days} />}
      {positions && !isEmpty && <OpenPositions positions={positions} account={account} clock={clock} />}
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

/** A missing account and one that is no longer shared look the same. */
export const ErrorBoundary = () => <ErrorMain isShared />;

/** Offers visitors to sign up. */
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

/** A link that says where the trades come from and whether they reconcile; its page explains it. */
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

/** Shown instead of figures before there is data: how to get some. */
function WhatToDo({ account: { isOwner, monitoringId } }: { account: AccountPage }) {
  const t = useTranslations("statistics");
  if (!isOwner) return <EmptyState title={t("noTradesTitle")}>{t("noTradesText")}</EmptyState>;
  return (
    <EmptyState
      title={t("emptyTitle")}
      action={
        <div className="row">
          <a href={paths.connectAccount(monitoringId)} className={buttonClass("primary")}>
            {t("connectTerminal")}
          </a>{" "}
          <a href={paths.importHistory(monitoringId)} className={buttonClass()}>
            {t("importHistory")}
          </a>
        </div>
      }
    >
      {t("emptyText")}
    </EmptyState>
  );
}

type AdviceProps = { account: AccountPage; clock: PageClock; now: string };

/** Advice to the owner if no data arrives. */
function Advice({ account, clock, now }: AdviceProps) {
  const t = useTranslations("statistics");
  const language = useLanguage();
  const { state, serverId, heardAt } = account;
  if (state === "paused")
    return (
      <Banner
        title={t("state_paused")}
        action={
          <a href={paths.monitoring} className={buttonClass()}>
            {t("toSubscription")}
          </a>
        }
      >
        {t("pausedText")}
      </Banner>
    );
  if (state !== "silent") return null;
  const time = heardAt ? sinceText(heardAt, { now, language, clock }) : "–";
  return (
    <Banner
      title={t("state_silent", { time })}
      action={
        <a
          href={serverId ? paths.server(serverId, "control") : paths.monitoringGuide}
          className={buttonClass()}
        >
          {t(serverId ? "restartServer" : "toGuide")}
        </a>
      }
    >
      {t(serverId ? "silentOnServer" : "silentAnywhere")}
    </Banner>
  );
}
