import { redirect } from "@remix-run/node";
import * as z from "zod/mini";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { form, formAction } from "#app/services/form-action.server";
import { requestContext } from "#app/services/request-context.server";
import { forgetWaitingLogin, readWaitingLogin } from "#app/services/second-step.server";
import { anyVisitor, signIn } from "#app/services/session.server";
import { redirectWithError } from "#app/services/toast.server";
import * as contract from "#contract/security/index";

export const loader = () => redirect(paths.login());

const passkeyAnswer = z.pick(contract.passkeyLogin.input, { ticket: true, response: true });

/** Signs in with the response of a passkey. */
export const action = formAction(
  anyVisitor,
  form(passkeyAnswer, async (value, { request, caller, body }) => {
    const login = await readWaitingLogin(request);
    try {
      const tokens = await callApi(caller, contract.passkeyLogin, value);
      requestContext().setCookies.push(await forgetWaitingLogin());
      const redirectTo = body.get("redirectTo");
      return await signIn(request, tokens, redirectTo ? String(redirectTo) : (login?.redirectTo ?? null));
    } catch (error) {
      // this route has no page to show the error on
      if (!(error instanceof ApiError)) throw error;
      return redirectWithError(paths.login(), error.message);
    }
  }),
  { hasPage: false },
);
