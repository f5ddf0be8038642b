import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { requireClient, signOut } from "#app/services/session.server";
import * as contract from "#contract/users/index";

export const loader = () => redirect(paths.home);

export const action = formAction(
  requireClient,
  form(noFields, async (_, { request, caller }) => {
    await callApi(caller, contract.logout, {}).catch((error: unknown) => {
      // a session that has already ended is not an error
      if (!(error instanceof ApiError)) throw error;
    });
    return signOut(request);
  }),
  { hasPage: false },
);
