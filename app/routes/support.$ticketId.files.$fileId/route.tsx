import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApiForFile } from "#app/services/api.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/support/index";

/** Returns a file of a ticket: pictures inline, everything else as a download. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  return callApiForFile(session, contract.ticketFile, {
    ticketId: params.ticketId ?? "",
    fileId: params.fileId ?? "",
  });
}
