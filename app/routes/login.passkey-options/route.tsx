import type { ActionFunctionArgs } from "@remix-run/node";
import { callApi } from "#app/services/api.server";
import { readForm } from "#app/services/form.server";
import { readWaitingLogin } from "#app/services/second-step.server";
import { visitorOnly } from "#app/services/session.server";
import * as contract from "#contract/security/index";

/** What the browser needs to log in by passkey: any of this site's, or as a second step one of who gave the password. */
export async function action({ request }: ActionFunctionArgs) {
  const caller = await visitorOnly(request);
  const form = await readForm(request);
  const login = form.has("isSecondStep") ? await readWaitingLogin(request) : null;
  return Response.json(
    await callApi(caller, contract.passkeyLoginOptions, { secondStepTicket: login?.ticket }),
  );
}
