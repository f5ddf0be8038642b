import { paths } from "#app/paths";
import { isAhead } from "#app/services/ahead.server";
import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import { environment } from "#app/services/env.server";
import { loadTexts, textFor } from "#app/services/locale.server";
import * as contract from "#contract/monitoring/index";
import { drawCharts } from "./draw.server";
import type { PageQuery } from "./query.server";
import { daysOf } from "./query.server";

/** Everything the page shows, in one parallel round of calls. The view counts beside it: that it failed is nobody's business. */
export async function loadPage(request: Request, caller: Caller, id: string, query: PageQuery) {
  const days = daysOf(query, new Date());
  const { sort, direction, page } = query;
  const [account, figures, charts, trades, texts, t] = await Promise.all([
    callApi(caller, contract.readAccount, { id }),
    callApi(caller, contract.statistics, { id, ...days }),
    callApi(caller, contract.charts, { id, ...days }),
    callApi(caller, contract.trades, { id, ...days, sort, direction, page }),
    loadTexts(request, "statistics"),
    textFor(request, "statistics"),
    isAhead() ? null : callApi(caller, contract.countView, { id }).catch(() => null),
  ]);
  const { publicOrigin } = environment();
  return {
    account,
    figures,
    charts: drawCharts(charts, account, t, caller.language),
    growthByYear: byYear(charts),
    trades,
    query: { ...query, page: trades.page },
    // its owner's page refreshes itself; others ask for it, and who saves data gets no script
    refreshes: account.isOwner && !query.live && request.headers.get("save-data") !== "on",
    days,
    canonical: publicOrigin + paths.monitoringPage(id),
    picture: publicOrigin + paths.monitoringFile(id, "picture.png"),
    texts,
  };
}

/** The months of each year in twelve places, newest year first. */
function byYear({
  months,
  years,
}: {
  months: { month: string; growth: number | null }[];
  years: { year: string; growth: number | null }[];
}) {
  return years
    .map(({ year, growth }) => ({
      year,
      growth,
      months: Array.from({ length: 12 }, (_, index) => {
        const found = months.find(({ month }) => month === `${year}-${String(index + 1).padStart(2, "0")}`);
        return found ? { growth: found.growth } : null;
      }),
    }))
    .reverse();
}

export type PageData = Awaited<ReturnType<typeof loadPage>>;
