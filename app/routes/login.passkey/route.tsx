import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiRefusal } from "#app/services/api-errors.server";
import { readForm } from "#app/services/form.server";
import { requestContext } from "#app/services/request-context.server";
import { forgetWaitingLogin, readWaitingLogin } from "#app/services/second-step.server";
import { signIn, visitorOnly } from "#app/services/session.server";
import { redirectWithRefusal } from "#app/services/toast.server";
import * as contract from "#contract/security/index";

export const loader = () => redirect(paths.login());

/** Opens the cabinet with what a passkey has signed. */
export async function action({ request }: ActionFunctionArgs) {
  const caller = await visitorOnly(request);
  const form = await readForm(request);
  const login = await readWaitingLogin(request);
  const answer = { ticket: String(form.get("ticket")), response: String(form.get("response")) };
  try {
    const tokens = await callApi(caller, contract.passkeyLogin, answer);
    requestContext().setCookies.push(await forgetWaitingLogin());
    const redirectTo = form.get("redirectTo");
    return await signIn(tokens, redirectTo ? String(redirectTo) : (login?.redirectTo ?? null));
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return redirectWithRefusal(paths.login(), error.message);
  }
}
