import { paths } from "#app/paths";
import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import { environment } from "#app/services/env.server";
import { loadTexts, textFor } from "#app/services/locale.server";
import { typedDays } from "#app/services/period.server";
import { currentUserOf } from "#app/services/reader.server";
import { countView } from "#app/services/views.server";
import * as contract from "#contract/monitoring/index";
import { drawCharts } from "./draw.server";
import type { PageQuery } from "./query.server";
import { daysOf } from "./query.server";
import { byYear } from "./years.server";

/** Everything the page shows, in one parallel round of calls. */
export async function loadPage(request: Request, caller: Caller, id: string, query: PageQuery) {
  const now = new Date();
  const days = daysOf(query, now);
  const { sort, direction, page } = query;
  const [account, figures, charts, trades, texts, t, own] = await Promise.all([
    callApi(caller, contract.readAccount, { monitoringId: id }),
    callApi(caller, contract.statistics, { monitoringId: id, ...days }),
    callApi(caller, contract.charts, { monitoringId: id, ...days }),
    callApi(caller, contract.trades, { monitoringId: id, ...days, sort, direction, page }),
    loadTexts(request, "statistics"),
    textFor(request, "statistics"),
    // a session that is over makes a visitor of who asks
    caller.token ? currentUserOf(caller).catch(() => null) : null,
    countView(caller, id),
  ]);
  const { publicOrigin } = environment();
  return {
    account,
    figures,
    charts: drawCharts(charts, account, { t, language: caller.language, now }),
    growthByYear: byYear(charts, { language: caller.language, now, days }),
    tables: {
      days: paths.monitoringTable(id, "days", days),
      months: paths.monitoringTable(id, "months", days),
      symbols: paths.monitoringTable(id, "symbols", days),
    },
    now: now.toISOString(),
    isVisitor: caller.token === null,
    trades,
    /** Whose clock times are shown by (docs/decisions/0187). */
    zone: query.zone ?? own?.timeZone ?? "broker",
    query: { ...query, page: trades.page },
    // its owner's page refreshes itself; others ask for it, and who saves data gets no script
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
