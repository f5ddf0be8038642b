import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorMain } from "#app/components/layout/error-page";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { figureText } from "#app/lib/figure-text";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/account.css?url";
import {
  excursionsAnchor,
  figureAnchor,
  figureGroups,
  figures as figureList,
  listedFigures,
} from "#contract/monitoring/figures";
import * as contract from "#contract/monitoring/index";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Rendered without script; the page needs none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...titled(args, args.data && `${args.data.title} · ${args.data.account.name}`),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const id = params.monitoringId ?? "";
  const caller = await optionalClient(request);
  const query = new URL(request.url).searchParams;
  const period = { from: query.get("from") ?? undefined, to: query.get("to") ?? undefined };
  const [account, figures, texts, t] = await Promise.all([
    callApi(caller, contract.readAccount, { monitoringId: id }),
    callApi(caller, contract.statistics, { monitoringId: id, ...period }),
    loadTranslations(request, "statistics"),
    translationsFor(request, "statistics"),
  ]);
  return { account, figures, period, language: caller.language, title: t("allFigures"), texts };
}

/** Every figure in its group, each with its definition. */
export default function FiguresPage() {
  const t = useTranslations("statistics");
  const { account, figures, period, language, title } = useLoaderData<typeof loader>();
  const knownFlows = figures.growth_flows.equity;
  const format = { language, currency: account.currency, currencyDisplay: account.currencyDisplay };
  return (
    <main id="main">
      <a className="back" href={paths.monitoringPage(account.monitoringId, period)}>
        {t("backToPage", { name: account.name })}
      </a>
      <div className="row apart">
        <h1>{title}</h1>
        <a
          href={paths.monitoringFile(account.monitoringId, "statistics.json", period)}
          className="lone no-print"
        >
          {t("figuresJson")}
        </a>
      </div>
      {figures.balance === undefined && <p className="muted">{t("moneyHidden")}</p>}
      <div className="cards">
        {figureGroups.map((group) => (
          <section key={group} className="card">
            <h2>{t(`group_${group}`)}</h2>
            <ul className="figure-list defined">
              {listedFigures
                .filter((key) => figureList[key].group === group && figures[key] !== undefined)
                .map((key) => {
                  const reason = figures.reasons[key];
                  return (
                    <li key={key} id={figureAnchor(key)}>
                      <span>{t(`figure_${key}`)}</span> <b>{figureText(key, figures, format) ?? "–"}</b>
                      <p>
                        {t(`define_${key}`)}
                        {key === "growth" &&
                          knownFlows + figures.growth_flows.balance > 0 &&
                          ` ${t("growthFlows", { known: knownFlows, all: knownFlows + figures.growth_flows.balance })}`}
                        {reason && ` ${t("undefined", { reason: t(`reason_${reason}`) })}.`}
                      </p>
                    </li>
                  );
                })}
              {group === "trades" && (
                <li id={excursionsAnchor}>
                  <span>
                    {t("mae")}, {t("mfe")}
                  </span>
                  <p>{t("excursions")}</p>
                </li>
              )}
            </ul>
          </section>
        ))}
      </div>
      <p className="small muted">{t("gainsDiffer")}</p>
      <p className="small muted">
        <a href={paths.monitoringFormulas}>{t("formulas", { version: figures.formulas_version })}</a>{" "}
        {t("utcDays")}
      </p>
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
