import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { leaveConsole, requireStaffToken } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffToken(request);
  return redirect(paths.admin);
}

/** Ends the staff session. */
export const action = formAction(
  requireStaffToken,
  form(noFields, async (_, { request, caller }) => {
    await callApi(caller, contract.logout, {});
    return leaveConsole(request);
  }),
  { hasPage: false },
);
