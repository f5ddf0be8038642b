import { redirect } from "@remix-run/node";
import * as z from "zod/mini";
import { paths } from "#app/paths";
import { form, formAction } from "#app/services/form-action.server";
import { returnPath } from "#app/services/return-path.server";
import { anyone } from "#app/services/session.server";
import { closedAlertCookie } from "#app/services/shell.server";

export const loader = () => redirect(paths.home);

export const action = formAction(
  anyone,
  form(z.object({ alertId: z.string() }), async ({ alertId }, { body }) =>
    redirect(returnPath(body), { headers: { "set-cookie": await closedAlertCookie(alertId) } }),
  ),
  { hasPage: false },
);
