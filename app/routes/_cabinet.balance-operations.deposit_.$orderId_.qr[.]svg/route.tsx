import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApiForFile } from "#app/services/api.server";
import { requireClient } from "#app/services/session.server";
import { depositQr } from "#contract/payments/index";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return callApiForFile(await requireClient(request), depositQr, { orderId: params.orderId ?? "" });
}
