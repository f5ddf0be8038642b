import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApiForFile } from "#app/services/api.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/support/index";

/** A file of a ticket: pictures for the page, everything to be saved. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  return callApiForFile(session, contract.ticketFile, {
    ticketId: params.ticketId ?? "",
    fileId: params.fileId ?? "",
  });
}
