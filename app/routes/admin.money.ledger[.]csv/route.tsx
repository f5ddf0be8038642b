import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApiForFile } from "#app/services/api.server";
import { fileDays } from "#app/services/period.server";
import { requireStaffToken } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

/** Returns the ledger as CSV for the bookkeeper. Invalid days lead to the page of the form, which says so. */
export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireStaffToken(request);
  const found = fileDays(request);
  if ("invalid" in found) throw redirect(paths.adminSection("money/revenue", found.invalid));
  return callApiForFile(caller, contract.ledgerCsv, {
    ...found.days,
    withOpening: new URL(request.url).searchParams.get("withOpening") || undefined,
  });
}
