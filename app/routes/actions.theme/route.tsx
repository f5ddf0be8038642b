import { redirect } from "@remix-run/node";
import * as z from "zod/mini";
import { paths } from "#app/paths";
import { form, formAction } from "#app/services/form-action.server";
import { isFlatJson } from "#app/services/read-form.server";
import { returnPath } from "#app/services/return-path.server";
import { anyone } from "#app/services/session.server";
import { themeCookie } from "#app/services/theme.server";

export const loader = () => redirect(paths.home);

/**
 * Saves the theme. Without script this is a form that redirects; with script, remix-themes sends the choice, which is
 * already applied, and gets 204.
 */
export const action = formAction(
  anyone,
  form(z.object({ theme: z.optional(z.string()) }), async ({ theme }, { request, body }) => {
    const headers = { "set-cookie": await themeCookie(request, theme) };
    return isFlatJson(request)
      ? new Response(null, { status: 204, headers })
      : redirect(returnPath(body), { headers });
  }),
  { hasPage: false, flatJson: true },
);
