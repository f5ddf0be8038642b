import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { readForm } from "#app/services/form.server";
import { languageCookie } from "#app/services/locale.server";
import { log } from "#app/services/log.server";
import { optionalClient } from "#app/services/session.server";
import { languages } from "#contract/rules";
import * as contract from "#contract/user/index";

export const loader = () => redirect(paths.home);

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const back = safePath(String(form.get("returnTo"))) ?? paths.home;
  const language = languages.find((known) => known === form.get("language")) ?? "en";
  const caller = await optionalClient(request);
  if (caller.token) {
    // the page changes its language even when the letters' language can't be kept right now
    await callApi(caller, contract.changeLanguage, { language: language === "ru" ? "RU" : "EN" }).catch(
      (error: unknown) => log.warn({ err: error }, "the language of letters was not changed"),
    );
  }
  return redirect(back, { headers: { "set-cookie": await languageCookie(language) } });
}
