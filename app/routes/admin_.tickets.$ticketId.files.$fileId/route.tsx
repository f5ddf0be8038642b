import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApiForFile } from "#app/services/api.server";
import { requireStaffToken } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

/** A file of a ticket, for who answers it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return callApiForFile(await requireStaffToken(request), contract.ticketFile, {
    ticketId: params.ticketId ?? "",
    fileId: params.fileId ?? "",
  });
}
