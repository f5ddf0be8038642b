import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApiForFile } from "#app/services/api.server";
import { requireStaffToken } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

/** Returns the ledger as CSV for the bookkeeper. */
export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireStaffToken(request);
  const query = new URL(request.url).searchParams;
  return callApiForFile(caller, contract.ledgerCsv, {
    from: query.get("from") || undefined,
    to: query.get("to") || undefined,
    withOpening: query.get("withOpening") || undefined,
  });
}
