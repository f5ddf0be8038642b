import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { ErrorMain } from "#app/components/layout/error-page";
import { titled } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { utcDateText, zoneOptions } from "#app/lib/dates";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import { timeZoneChoices } from "#app/services/time-zones.server";
import sheet from "#app/styles/sheets/account.css?url";
import * as contract from "#contract/monitoring/index";
import { tradingMoney } from "#contract/monitoring/trading-money";
import { offsetText, readZoneRule } from "#statements/time-zone";

const stateOf = ({ stated, adds_up }: OriginData["figures"]["origin"]) => {
  if (adds_up !== null) return adds_up ? "addsUp" : "doesNotAddUp";
  return stated ? "notCompared" : "notStated";
};

/** The trade counts, the opening balance, and whether the history reconciles: if not, where and by how much. */
function DataSources({ account, figures }: Pick<OriginData, "account" | "figures">) {
  const t = useTranslations("origin");
  const language = useLanguage();
  const { origin, opening } = figures;
  const money = (value: string) =>
    tradingMoney(value, { language, currency: account.currency, display: account.currencyDisplay });
  const day = (iso: string) => utcDateText(iso, language);
  const all = origin.terminal + origin.file;
  const details = [
    [t("terminalSince"), origin.terminal_since && day(origin.terminal_since)],
    [t("fromTerminal"), origin.terminal],
    [t("fromServer"), origin.server],
    [t("serverSince"), origin.server_since && day(origin.server_since)],
    [t("fromFile"), origin.file],
    [t("changed"), origin.changed],
    [t("opening"), opening ? money(opening) : null],
  ] as const;
  return (
    <section className="card">
      <Notice tone={origin.adds_up === false ? "warning" : "info"} title={t(stateOf(origin))}>
        <p>{t("notVerified")}</p>
      </Notice>
      {origin.differences && origin.differences.length > 0 && (
        <ul>
          {origin.differences.map(({ from, to, money: value }) => (
            <li key={to}>
              {from
                ? t("differs", { money: money(value), from: day(from), to: day(to) })
                : t("differsBefore", { money: money(value), to: day(to) })}
            </li>
          ))}
        </ul>
      )}
      <h2>{t("seen")}</h2>
      <dl className="facts">
        {details.map(
          ([term, value]) =>
            value !== undefined &&
            value !== null && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {all > 0 && (
        <p>
          <a className="lone" href="#seenOpen">
            {t("seenOpenOf", { seen: origin.seen_open, count: all })}
          </a>
        </p>
      )}
      {origin.stated && <p>{t("openCosts")}</p>}
    </section>
  );
}

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Rendered without script; the page needs none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...titled(args, args.data && `${args.data.title} · ${args.data.account.name}`),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const id = params.monitoringId ?? "";
  const [account, figures, texts, t] = await Promise.all([
    callApi(caller, contract.readAccount, { monitoringId: id }),
    callApi(caller, contract.statistics, { monitoringId: id }),
    loadTranslations(request, "origin"),
    translationsFor(request, "origin"),
  ]);
  return {
    account,
    title: t("title"),
    figures,
    zones: timeZoneChoices("UTC", new Date(), caller.language),
    texts,
  };
}

export type OriginData = Awaited<ReturnType<typeof loader>>;

/** The observed provenance of an account's figures; nothing beyond what was observed is claimed. */
export default function OriginPage() {
  const t = useTranslations("origin");
  const { account, figures, zones } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <a className="back" href={paths.monitoringPage(account.monitoringId)}>
        {account.name}
      </a>
      <h1>{t("title")}</h1>
      <DataSources account={account} figures={figures} />
      <section className="card">
        <h2>{t("marks")}</h2>
        <dl className="stack">
          {(["file", "key", "server", "seenOpen", "changed"] as const).map((mark) => (
            <div key={mark} id={mark}>
              <dt>
                <strong>{t(`mark_${mark}`)}</strong>
              </dt>
              <dd>{t(`explain_${mark}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Clocks account={account} zones={zones} />
    </main>
  );
}

export const ErrorBoundary = ErrorMain;

/** The broker's time zone, and the time zone of the account's page. */
function Clocks({ account, zones }: Pick<OriginData, "account" | "zones">) {
  const t = useTranslations("origin");
  const rule = account.zone === null ? null : readZoneRule(account.zone);
  const { gmtOffset } = account;
  const base = rule && offsetText(rule.base * 60);
  return (
    <section id="times" className="card">
      <h2>{t("times")}</h2>
      <p>
        {rule
          ? t(`clock_${rule.summer ?? "fixed"}`, { offset: base ?? "" })
          : gmtOffset === null
            ? t("clock_unknown")
            : t("clock_offset", { offset: offsetText(gmtOffset) })}{" "}
        {account.isOwner && (
          <a href={paths.monitoringSettings(account.monitoringId, "common")}>{t("changeClock")}</a>
        )}
      </p>
      <p>{t("timesText")}</p>
      <Form
        method="get"
        reloadDocument
        action={paths.monitoringPage(account.monitoringId)}
        className="filters"
      >
        <div className="field">
          <label htmlFor="zone">{t("zone")}</label>
          <select
            id="zone"
            name="zone"
            className="input"
            defaultValue={gmtOffset === null ? "UTC" : "broker"}
          >
            {gmtOffset !== null && <option value="broker">{t("broker")}</option>}
            {zoneOptions(zones).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button">
          {t("showTimes")}
        </button>
      </Form>
    </section>
  );
}
