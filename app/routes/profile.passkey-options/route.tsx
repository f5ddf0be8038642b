import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/security/index";

/** Opened as a page there is nothing here: the passkeys stand in the profile. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireClient(request);
  return redirect(paths.profile);
}

/** What the browser needs to make a passkey. */
export async function action({ request }: ActionFunctionArgs) {
  const session = await requireClient(request);
  return Response.json(await callApi(session, contract.passkeyRegistration, {}));
}
