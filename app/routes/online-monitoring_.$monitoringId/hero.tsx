import type { ReactNode } from "react";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { buttonClass } from "#app/components/ui/button";
import { connectionTone } from "#app/lib/connection-tone";
import { utcDateText } from "#app/lib/dates";
import { durationText } from "#app/lib/duration";
import { figureText, mainFigureText } from "#app/lib/figure-text";
import { paths } from "#app/paths";
import { daysFromTo } from "#contract/day";
import type { AccountPage } from "#contract/monitoring/index";
import type { PageData } from "./load.server";
import type { PageClock } from "./time-text";
import { sinceText } from "./time-text";

type Props = Pick<PageData, "query" | "refreshes" | "figures" | "now" | "canonical"> & {
  account: AccountPage;
  clock: PageClock;
  /** The account has no data yet, so no figures are shown. */
  isEmpty: boolean;
};

const mainKeys = ["relative_drawdown", "balance", "profit_factor", "trades"] as const;

/** The page's header: the account's name, how fresh the data is and where it comes from, and the growth. */
export function Hero({ account, figures, query, clock, refreshes, now, canonical, isEmpty }: Props) {
  const t = useTranslations("statistics");
  const common = useTranslations("common");
  const language = useLanguage();
  const { monitoringId, name, state, heardAt, mode, isOwner, visibility } = account;
  const format = { language, currency: account.currency, currencyDisplay: account.currencyDisplay };
  const lastUpdate = heardAt ? sinceText(heardAt, { now, language, clock }) : "–";
  const ago = heardAt ? Math.max(60, (Date.parse(now) - Date.parse(heardAt)) / 1000) : 0;
  const { terminal, file } = figures.origin;
  const growth = figureText("growth", figures, format);
  return (
    <section className="hero band" id="main-figures" aria-label={t("mainFigures")}>
      <div>
        <div className="row">
          <Badge tone={connectionTone[state]}>
            {t(`state_${state}`, { time: lastUpdate })}
            {state === "connected" && `, ${t("ago", { time: durationText(ago, language) })}`}
          </Badge>
          {terminal > 0 && <Also>{t("readFromTerminal")}</Also>}
          {file > 0 && <Also>{t("readFromFile")}</Also>}
          {mode && <Also>{t(`mode_${mode as "demo"}`)}</Also>}
          {isOwner && <Also>{t(`visibility_${visibility}`)}</Also>}
        </div>
        <h1>{name}</h1>
        {!isEmpty && <p className="hero-figure">{growth ?? "–"}</p>}
        <AccountDetails account={account} figures={figures} clock={clock} lastUpdate={lastUpdate} />
      </div>
      <div>
        <dl>
          {(isEmpty ? [] : mainKeys).map((key) => {
            const text = mainFigureText(key, figures, format);
            return (
              text !== undefined && (
                <div key={key}>
                  <dt>{t(`figure_${key}`)}</dt>
                  <dd>{text ?? "–"}</dd>
                </div>
              )
            );
          })}
        </dl>
        <div className="row no-print">
          <details className="share">
            {/* the button is primary only if the page is shared, so that others can open the link */}
            <summary
              className={buttonClass(visibility === "private" ? "secondary" : "call")}
              data-share={common("copied")}
            >
              <span className="needs-script">{t("copyLink")}</span>{" "}
              <span className="without-script">{t("link")}</span>
            </summary>
            <div>
              <p>{t("copyLinkText")}</p>
              <code>{canonical}</code>
            </div>
          </details>
          {visibility !== "private" && (
            <>
              {" "}
              <a href={paths.monitoringBadge(monitoringId)} className={buttonClass()}>
                {t("badge")}
              </a>
            </>
          )}
          {isOwner && (
            <>
              {" "}
              <a href={paths.monitoringSettings(monitoringId, "common")} className={buttonClass()}>
                {t("settings")}
              </a>
            </>
          )}{" "}
          <Refresh account={account} query={query} refreshes={refreshes} /> <span id="shared" role="status" />
        </div>
      </div>
    </section>
  );
}

/** A further badge, with a space before it. */
function Also({ children }: { children: ReactNode }) {
  return (
    <>
      {" "}
      <Badge>{children}</Badge>
    </>
  );
}

type AccountDetailsProps = Pick<Props, "account" | "figures" | "clock"> & { lastUpdate: string };

/** The period of the growth and the account's details, in one line. */
function AccountDetails({ account, figures, clock, lastUpdate }: AccountDetailsProps) {
  const t = useTranslations("statistics");
  const language = useLanguage();
  const { monitoringId, number, server, currency, leverage, heardAt, since, until } = account;
  const span = spanOf(figures, { since, until });
  const details = [
    span && t("grownSince", { count: span.days, date: utcDateText(span.start, language) }),
    number && t("accountOf", { number }),
    server,
    currency,
    leverage && t("leverageOf", { leverage }),
    heardAt && account.state === "paused" && `${t("lastUpdate")}: ${lastUpdate}`,
  ];
  return (
    <p id="about">
      {/* a separator may end a line but not begin one */}
      {details.filter(Boolean).map((fact) => `${fact}\u00a0· `)}
      <a className="lone" href={`${paths.monitoringOrigin(monitoringId)}#times`}>
        {clock.name === "broker" ? t("brokerTimes") : clock.name.replaceAll("_", " ")}
      </a>
    </p>
  );
}

/** Without script, a link starts and stops an automatic reload for the same figures. */
function Refresh({ account, query, refreshes }: Pick<Props, "account" | "query" | "refreshes">) {
  const t = useTranslations("statistics");
  if (account.state !== "connected") return null;
  const { live, period, from, to, zone } = query;
  const address = paths.monitoringPage(account.monitoringId, {
    period: period === "all" ? undefined : period,
    from,
    to,
    zone,
    live: live ? undefined : "1",
  });
  const link = (
    <p className="no-print">
      <a href={address} className="refresh lone">
        {t(live ? "refreshStop" : "refreshStart")}
      </a>
    </p>
  );
  return refreshes ? <noscript>{link}</noscript> : link;
}

type Days = { from: string | null; to: string | null };
type History = { since: string | null; until: string | null };

/**
 * Returns the days covered by figures: the days of the period for which there is history. Returns null if there are
 * none.
 */
export function spanOf(
  { from, to }: Days,
  { since, until }: History,
): { start: string; days: number } | null {
  if (!since || !until) return null;
  const start = from && from > since ? from : since;
  const end = to && to < until ? to : until;
  return start > end ? null : { start, days: daysFromTo(start, end) };
}
