import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiRefusal } from "#app/services/api-errors.server";
import { requireClient, signOut } from "#app/services/session.server";
import * as contract from "#contract/user/index";

export const loader = () => redirect(paths.home);

export async function action({ request }: ActionFunctionArgs) {
  const caller = await requireClient(request);
  await callApi(caller, contract.logout, {}).catch((error: unknown) => {
    // a session that is over already is what was asked for
    if (!(error instanceof ApiRefusal)) throw error;
  });
  return signOut(request);
}
