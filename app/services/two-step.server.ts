import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { securityState } from "#contract/security/index";
import { callApi } from "./api.server";
import { loadTranslations } from "./locale.server";
import { requireClient } from "./session.server";

/**
 * Loads the translations of a dialog that changes two-step login. Redirects to the profile if two-step login is off.
 */
export async function loadTwoStepDialog({ request }: LoaderFunctionArgs) {
  const { hasTwoStep } = await callApi(await requireClient(request), securityState, {});
  if (!hasTwoStep) throw redirect(paths.profile);
  return { texts: await loadTranslations(request, "twoStep") };
}
