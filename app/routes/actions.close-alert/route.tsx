import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { readForm } from "#app/services/form.server";
import { closedAlertCookie } from "#app/services/shell.server";

export const loader = () => redirect(paths.home);

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const back = safePath(String(form.get("returnTo"))) ?? paths.home;
  return redirect(back, {
    headers: { "set-cookie": await closedAlertCookie(String(form.get("alertId") ?? "")) },
  });
}
