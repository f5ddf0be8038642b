import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { environment } from "#app/services/env.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { forgetSession, requireClient } from "#app/services/session.server";
import { viewOf } from "#app/services/view.server";
import * as contract from "#contract/admin/index";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireClient(request);
  return redirect(paths.home);
}

/** Ends a staff member's view of a client's pages, and leads back to the client's page of the console. */
export const action = formAction(
  requireClient,
  form(noFields, async (_, { request, caller }) => {
    const view = await viewOf(request);
    if (!view) return redirect(paths.home);
    await callApi(caller, contract.endView, {}).catch((error: unknown) => {
      // a view that has already ended is not an error
      if (!(error instanceof ApiError)) throw error;
    });
    await forgetSession(request);
    // a form may not lead to another origin
    return redirect(environment().ADMIN_ORIGIN ? paths.home : paths.adminClient(view.clientId));
  }),
  { hasPage: false },
);
