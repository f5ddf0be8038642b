import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
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
import * as contract from "#contract/profile/index";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "emailChange", "confirmTitle");

/**
 * Target of the link in an email, without a login. Opening it confirms nothing, because link scanners open links too.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const [change, texts] = await Promise.all([
    readByLink(request, caller, contract.readEmailChange, { token: params.token ?? "" }),
    loadTranslations(request, "emailChange"),
  ]);
  return { ...change, texts };
}

export const action = formAction(
  optionalClient,
  form(noFields, async (_, { request, params, caller }) => {
    await callApi(caller, contract.confirmEmailChange, { token: params.token ?? "" });
    const { pathname, search } = new URL(request.url);
    return redirect(pathname + search);
  }),
);

export default function ConfirmEmail() {
  const t = useTranslations("emailChange");
  const answer = useActionData<typeof action>();
  const { oldEmail, newEmail, state } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <section className="narrow">
        <h1>{t("confirmTitle")}</h1>
        {state === "open" && (
          <Form method="post" className="form">
            <FormErrors result={answer?.lastResult} />
            <p>{t("confirmText", { oldEmail, newEmail })}</p>
            <SubmitButton>{t("confirmButton")}</SubmitButton>
          </Form>
        )}
        {state === "confirmed" && (
          <Notice tone="info" role="status" title={t("confirmedTitle")}>
            <p>{t("confirmedText")}</p>
          </Notice>
        )}
        {state === "done" && (
          <Notice tone="positive" role="status" title={t("doneTitle")}>
            <p>{t("doneText", { newEmail })}</p>
            <Link className="lone" to={paths.profile}>
              {t("toProfile")}
            </Link>
          </Notice>
        )}
      </section>
    </main>
  );
}
