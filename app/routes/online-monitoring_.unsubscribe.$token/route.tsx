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
import * as contract from "#contract/monitoring/notices";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notices", "unsubscribeTitle");

/**
 * Target of the link in an email, without a login. Opening it does not unsubscribe, because link scanners open links
 * too.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const [subscription, texts] = await Promise.all([
    readByLink(request, caller, contract.readUnsubscribe, { token: params.token ?? "" }),
    loadTranslations(request, "notices"),
  ]);
  return { ...subscription, texts };
}

export const action = formAction(
  optionalClient,
  form(noFields, async (_, { request, params, caller }) => {
    await callApi(caller, contract.unsubscribe, { token: params.token ?? "" });
    const { pathname, search } = new URL(request.url);
    return redirect(pathname + search);
  }),
);

export default function Unsubscribe() {
  const t = useTranslations("notices");
  const answer = useActionData<typeof action>();
  const { letters, accountName, stopped, isRecipient } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <section className="narrow">
        <h1>{t("unsubscribeTitle")}</h1>
        {stopped ? (
          <Notice tone="positive" role="status" title={t("stopped")}>
            {isRecipient ? null : t("stoppedText")}
          </Notice>
        ) : (
          <Form method="post" className="form">
            <FormErrors result={answer?.lastResult} />
            <p>{t(`unsubscribe_${letters}`, { account: accountName })}</p>
            <SubmitButton>{t("stop")}</SubmitButton>
          </Form>
        )}
      </section>
    </main>
  );
}
