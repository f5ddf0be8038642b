import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApi } from "#app/services/api.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/support/index";

/** Polled by the ticket page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  return Response.json(await callApi(session, contract.ticketVersion, { ticketId: params.ticketId ?? "" }));
}
