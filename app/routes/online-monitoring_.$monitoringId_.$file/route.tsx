import type { LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { callApi, callApiForFile } from "#app/services/api.server";
import { optionalClient } from "#app/services/session.server";
import * as contract from "#contract/monitoring/index";

const files = {
  "trades.csv": contract.tradesCsv,
  "picture.png": contract.picture,
  "badge.svg": contract.badge,
  "badge-dark.svg": contract.badge,
  "badge-small.svg": contract.badge,
} as const;

/** Look of each badge file; `badge.svg` is the light one. */
const looks: Record<string, contract.BadgeLook> = { "badge-dark.svg": "dark", "badge-small.svg": "small" };

/** Returns the files of an account's page: trades, figures, pictures. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const { monitoringId = "", file = "" } = params;
  const query = new URL(request.url).searchParams;
  const period = { from: query.get("from") ?? undefined, to: query.get("to") ?? undefined };
  if (file === "statistics.json") {
    const figures = await callApi(caller, contract.statistics, { monitoringId, ...period });
    return Response.json(figures, { headers: { "cache-control": "no-store" } });
  }
  if (!Object.hasOwn(files, file)) throw data(null, { status: 404 });
  return callApiForFile(caller, files[file as keyof typeof files], {
    monitoringId,
    ...period,
    look: looks[file],
  });
}
