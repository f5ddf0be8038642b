import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { SubmitButton } from "#app/components/form/submit-button";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { readByLink } from "#app/services/email-link.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/sign-in.css?url";
import * as contract from "#contract/security/index";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notMe", "title");

/** Target of the link in an email, without a login. Opening it does nothing, because link scanners open links too. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const [{ isOpen }, texts] = await Promise.all([
    readByLink(request, caller, contract.readNotMe, { token: params.token ?? "" }, { isAboutPassword: true }),
    loadTranslations(request, "notMe"),
  ]);
  return { isOpen, texts };
}

export const action = formAction(
  optionalClient,
  form(noFields, async (_, { request, params, caller }) => {
    await callApi(caller, contract.notMe, { token: params.token ?? "" });
    return redirect(new URL(request.url).pathname);
  }),
);

export default function NotMe() {
  const t = useTranslations("notMe");
  const { isOpen } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <section className="narrow">
        <h1>{t("title")}</h1>
        {isOpen ? (
          <Form method="post" className="form">
            <p>{t("text")}</p>
            <SubmitButton variant="danger">{t("button")}</SubmitButton>
          </Form>
        ) : (
          <Notice tone="positive" role="status" title={t("done")}>
            <p>{t("doneText")}</p>
            <Link className="lone" to={paths.forgotPassword}>
              {t("newPassword")}
            </Link>
          </Notice>
        )}
      </section>
    </main>
  );
}
