import type { LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { callApiForFile } from "#app/services/api.server";
import { periodOf } from "#app/services/period.server";
import { requireClient } from "#app/services/session.server";
import { historyCsv } from "#contract/balance/index";
import { historyKinds } from "#contract/balance/ledger-lines";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const kind = historyKinds.find((known) => known === params.kind);
  if (!kind) throw data({ message: "notFound" }, { status: 404 });
  return callApiForFile(caller, historyCsv, { kind, ...periodOf(request) });
}
