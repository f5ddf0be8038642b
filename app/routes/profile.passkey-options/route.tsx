import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/security/index";

/** Opened as a page, redirects to the profile, where the passkeys are. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireClient(request);
  return redirect(paths.profile);
}

/** Returns the WebAuthn options to create a passkey. */
export const action = formAction(
  requireClient,
  form(noFields, async (_, { caller }) =>
    Response.json(await callApi(caller, contract.passkeyRegistration, {})),
  ),
  { hasPage: false },
);
