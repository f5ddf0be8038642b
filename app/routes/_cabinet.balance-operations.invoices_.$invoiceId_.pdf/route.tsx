import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApiForFile } from "#app/services/api.server";
import { requireClient } from "#app/services/session.server";
import { invoicePdf } from "#contract/books/index";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  return callApiForFile(caller, invoicePdf, { invoiceId: params.invoiceId ?? "" });
}
