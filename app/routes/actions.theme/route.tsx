import { redirect } from "@remix-run/node";
import * as z from "zod/mini";
import { paths } from "#app/paths";
import { form, formAction } from "#app/services/form-action.server";
import { returnPath } from "#app/services/return-path.server";
import { anyone } from "#app/services/session.server";
import { themeCookie } from "#app/services/theme.server";

export const loader = () => redirect(paths.home);

export const action = formAction(
  anyone,
  form(z.object({ theme: z.optional(z.string()) }), async ({ theme }, { request, body }) =>
    redirect(returnPath(body), { headers: { "set-cookie": await themeCookie(request, theme) } }),
  ),
  { hasPage: false },
);
