import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderSVG } from "uqr";
import { callApi } from "#app/services/api.server";
import { reflinkOf } from "#app/services/referral.server";
import { requireSection } from "#app/services/sections.server";
import { partnerInfo } from "#contract/partners/index";

/**
 * Returns the client's referral link as a QR code that stays readable when printed or partly covered: error
 * correction M, a quiet border of four.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const { referral_code } = await callApi(caller, partnerInfo, {});
  const headers = { "content-type": "image/svg+xml", "cache-control": "private, max-age=3600" };
  return new Response(renderSVG(reflinkOf(referral_code), { ecc: "M", border: 4 }), { headers });
}
