import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { callApiForFile } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/privacy/index";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireClient(request);
  return redirect(paths.dataExport);
}

/** Returns the file itself, once. It is a POST, so that link scanners and prefetches cannot use it up. */
export const action = formAction(
  requireClient,
  form(noFields, (_, { caller }) => callApiForFile(caller, contract.fetchExport, {})),
  { hasPage: false },
);
