import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { callApi } from "#app/services/api.server";
import { readByLink } from "#app/services/email-link.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/sign-in.css?url";
import * as contract from "#contract/monitoring/recipients";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notices", "invitationTitle");

/**
 * Target of the link in an email, without a login. Opening it confirms nothing, because link scanners open links too.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const [invitation, texts] = await Promise.all([
    readByLink(request, caller, contract.readInvitation, { token: params.token ?? "" }),
    loadTranslations(request, "notices"),
  ]);
  return { ...invitation, texts };
}

export const action = formAction(
  optionalClient,
  form(noFields, async (_, { request, params, caller }) => {
    await callApi(caller, contract.acceptInvitation, { token: params.token ?? "" });
    const { pathname, search } = new URL(request.url);
    return redirect(pathname + search);
  }),
);

export default function Invitation() {
  const t = useTranslations("notices");
  const answer = useActionData<typeof action>();
  const { letters, from, email, accountNumber, state } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <section className="narrow">
        <h1>{t("invitationTitle")}</h1>
        {state === "confirmed" ? (
          <Notice tone="positive" role="status" title={t("invitationDone")}>
            {t("invitationDoneText", { email })}
          </Notice>
        ) : (
          <Form method="post" className="form">
            <FormErrors result={answer?.lastResult} />
            <p>{t(`invitation_${letters}`, { from, email, number: accountNumber })}</p>
            <SubmitButton>{t("invitationAccept")}</SubmitButton>
          </Form>
        )}
      </section>
    </main>
  );
}
