import { versionedCache } from "#api/lib/cache";
import { heatOf } from "#app/components/chart/heatmap.server";
import { partialMonth } from "#app/lib/partial-month";
import { paths } from "#app/paths";
import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import { environment } from "#app/services/env.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { typedDays } from "#app/services/period.server";
import { currentUserOf } from "#app/services/viewer.server";
import { countView } from "#app/services/views.server";
import { formatNumber } from "#contract/formats";
import type { Language } from "#contract/languages";
import * as contract from "#contract/monitoring/index";
import type { Charts } from "./draw.server";
import { drawCharts } from "./draw.server";
import type { PageQuery } from "./query.server";
import { daysOf } from "./query.server";

/** Returns twelve months for each year, newest year first. */
function byYear(
  { months, years }: Pick<Charts, "months" | "years">,
  { language, now, days }: { language: Language; now: Date; days: { from?: string; to?: string } },
) {
  const short = (net: string) =>
    formatNumber(Number(net), language, {
      notation: "compact",
      ...(Math.abs(Number(net)) < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 1 }),
      signDisplay: "exceptZero",
    });
  const monthsByName = new Map(months.map((month) => [month.month, month]));
  return years
    .map(({ year, growth }) => ({
      year,
      growth,
      months: Array.from({ length: 12 }, (_, index) => {
        const name = `${year}-${String(index + 1).padStart(2, "0")}`;
        const month = monthsByName.get(name);
        if (!month) return null;
        const { growth: grown, net } = month;
        return {
          growth: grown,
          heat: heatOf(grown ?? 0),
          net: net && short(net),
          part: partialMonth(name, days, now),
        };
      }),
    }))
    .reverse();
}

/** Loads everything the page shows: data of the account, cached until it changes, and data of this request. */
export async function loadPage(request: Request, caller: Caller, id: string, query: PageQuery) {
  const days = daysOf(query, new Date());
  const [content, texts, user] = await Promise.all([
    foundOf(request, caller, { id, query, days }),
    loadTranslations(request, "statistics", "period"),
    ownOf(caller),
    countView(caller, id),
  ]);
  const { account, trades } = content;
  const { publicOrigin } = environment();
  return {
    ...content,
    tables: {
      days: paths.monitoringTable(id, "days", days),
      months: paths.monitoringTable(id, "months", days),
      symbols: paths.monitoringTable(id, "symbols", days),
    },
    isVisitor: caller.token === null,
    /** Time zone of the times shown (docs/adr/0011). */
    zone: query.zone ?? user?.timeZone ?? "broker",
    query: { ...query, page: trades.page },
    // the owner's page refreshes automatically; others do so on request, and with `Save-Data` there is no script
    refreshes: account.isOwner && !query.live && request.headers.get("save-data") !== "on",
    days,
    typed: await typedDays(request, {
      from: days.from ?? account.since ?? undefined,
      to: days.to ?? account.until ?? undefined,
    }),
    canonical: publicOrigin + paths.monitoringPage(id),
    picture: publicOrigin + paths.monitoringFile(id, "picture.png"),
    texts,
  };
}

export type PageData = Awaited<ReturnType<typeof loadPage>>;

type PageRequest = { id: string; query: PageQuery; days: ReturnType<typeof daysOf> };

/** An entry takes about 100 KB. */
const drawingCache = versionedCache<Awaited<ReturnType<typeof loadContent>>>({
  name: "drawn accounts",
  maxBytes: 12 * 2 ** 20,
});

/**
 * Returns the page's data from the cache while the account is unchanged. An owner's page polls every 15 seconds, but
 * a terminal posts once a minute.
 */
async function foundOf(request: Request, caller: Caller, pageRequest: PageRequest) {
  const { id, query, days } = pageRequest;
  const make = () => loadContent(request, caller, pageRequest);
  const [user, state] = await Promise.all([
    ownOf(caller),
    callApi(caller, contract.pageVersion, { monitoringId: id }).catch(() => null),
  ]);
  if (!state?.version) return make();
  const { sort, direction, page } = query;
  const key = JSON.stringify([user?.id, caller.language, id, days, sort, direction, page]);
  return drawingCache(key, `${state.version} ${state.revision}`, { compute: make });
}

// with an expired session the caller is a visitor
const ownOf = async (caller: Caller) => (caller.token ? currentUserOf(caller).catch(() => null) : null);

/** Loads the account's figures, lines and trades in parallel, and draws the charts. */
async function loadContent(request: Request, caller: Caller, { id, query, days }: PageRequest) {
  const now = new Date();
  const { sort, direction, page } = query;
  const [account, figures, charts, trades, t] = await Promise.all([
    callApi(caller, contract.readAccount, { monitoringId: id }),
    callApi(caller, contract.statistics, { monitoringId: id, ...days }),
    callApi(caller, contract.charts, { monitoringId: id, ...days }),
    callApi(caller, contract.trades, { monitoringId: id, ...days, sort, direction, page }),
    translationsFor(request, "statistics"),
  ]);
  return {
    account,
    figures,
    charts: drawCharts(charts, account, { t, language: caller.language, now }),
    growthByYear: byYear(charts, { language: caller.language, now, days }),
    trades,
    now: now.toISOString(),
  };
}
