import { redirect } from "@remix-run/node";
import * as z from "zod/mini";
import { paths } from "#app/paths";
import { saveLanguage } from "#app/services/account-language.server";
import { form, formAction } from "#app/services/form-action.server";
import { languageCookie } from "#app/services/locale.server";
import { log } from "#app/services/log.server";
import { returnPath } from "#app/services/return-path.server";
import { optionalClient } from "#app/services/session.server";
import { languages } from "#contract/languages";

export const loader = () => redirect(paths.home);

export const action = formAction(
  optionalClient,
  form(z.object({ language: z.enum(languages) }), async ({ language }, { caller, body }) => {
    if (caller.token) {
      // the page's language changes even if the language of emails cannot be saved now
      await saveLanguage(caller, language).catch((error: unknown) =>
        log.warn({ err: error }, "the language of letters was not changed"),
      );
    }
    return redirect(returnPath(body), { headers: { "set-cookie": await languageCookie(language) } });
  }),
  { hasPage: false },
);
