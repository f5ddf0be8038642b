import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "#app/components/form/submit-button";
import { pageTitle } from "#app/components/page-title";
import { useText } from "#app/components/text";
import { Notice } from "#app/components/ui/notice";
import { callApi } from "#app/services/api.server";
import { loadTexts } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import * as contract from "#contract/monitoring/notices";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "notices", "unsubscribeTitle");

/** A letter's link leads here, without a login. Opening it stops nothing: link scanners open links too. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const [letters, texts] = await Promise.all([
    callApi(caller, contract.readUnsubscribe, { token: params.token ?? "" }),
    loadTexts(request, "notices"),
  ]);
  return { ...letters, texts };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const caller = await optionalClient(request);
  await callApi(caller, contract.unsubscribe, { token: params.token ?? "" });
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search);
}

export default function Unsubscribe() {
  const t = useText("notices");
  const { letters, accountName, stopped } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <section className="narrow">
        <h1>{t("unsubscribeTitle")}</h1>
        {stopped ? (
          <Notice tone="positive" role="status" title={t("stopped")}>
            {t("stoppedText")}
          </Notice>
        ) : (
          <Form method="post" className="form">
            <p>{t(`unsubscribe_${letters}`, { account: accountName })}</p>
            <SubmitButton>{t("stop")}</SubmitButton>
          </Form>
        )}
      </section>
    </main>
  );
}
