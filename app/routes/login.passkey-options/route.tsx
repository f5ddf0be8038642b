import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { readWaitingLogin } from "#app/services/second-step.server";
import { anyVisitor } from "#app/services/session.server";
import * as contract from "#contract/security/index";

/**
 * Returns the WebAuthn options to log in with a passkey: any passkey of this site, or, as a second step, one of the
 * user who gave the password.
 */
export const action = formAction(
  anyVisitor,
  form(noFields, async (_, { request, caller, body }) => {
    const login = body.has("isSecondStep") ? await readWaitingLogin(request) : null;
    return Response.json(
      await callApi(caller, contract.passkeyLoginOptions, { secondStepTicket: login?.ticket }),
    );
  }),
  { hasPage: false },
);
