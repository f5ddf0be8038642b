import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApiForFile } from "#app/services/api.server";
import { requireStaffToken } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

/** Returns a file of a ticket to staff. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return callApiForFile(await requireStaffToken(request), contract.ticketFile, {
    ticketId: params.ticketId ?? "",
    fileId: params.fileId ?? "",
  });
}
