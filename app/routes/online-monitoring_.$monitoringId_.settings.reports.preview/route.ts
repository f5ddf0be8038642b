import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApiForFile } from "#app/services/api.server";
import { requireSection } from "#app/services/sections.server";
import { reportPeriods } from "#contract/monitoring/notice-kinds";
import * as contract from "#contract/monitoring/notices";

/** Returns a report's e-mail as a page of its own, in the page's language. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const requested = new URL(request.url).searchParams.get("period");
  const period = reportPeriods.find((known) => known === requested) ?? "daily";
  return callApiForFile(caller, contract.previewReport, {
    monitoringId: params.monitoringId ?? "",
    period,
  });
}
