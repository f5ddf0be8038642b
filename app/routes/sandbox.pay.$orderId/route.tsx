import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect, redirectDocument } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod/mini";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { DescriptionList } from "#app/components/ui/description-list";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { moneyText } from "#app/lib/money";
import { callApi } from "#app/services/api.server";
import { environment } from "#app/services/env.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/sign-in.css?url";
import { sandboxChoices } from "#contract/balance/ledger-lines";
import * as contract from "#contract/payments/index";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** The payment page stands in for a payment system's: four buttons, no script. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "sandbox", "sandboxTitle");

/** Returns the signed order from the page's URL, unparsed; the API checks its signature. */
const orderOf = (request: Request, orderId: string | undefined) =>
  ({ ...Object.fromEntries(new URL(request.url).searchParams), orderId }) as contract.SignedOrder;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = { ...(await optionalClient(request)), token: null };
  const [order, texts] = await Promise.all([
    callApi(caller, contract.sandboxOrder, orderOf(request, params.orderId)),
    loadTranslations(request, "sandbox"),
  ]);
  return { order, orderId: params.orderId ?? "", texts };
}

export const action = formAction(
  optionalClient,
  form(z.object({ choice: z.enum(sandboxChoices) }), async ({ choice }, { request, params, caller }) => {
    const order = orderOf(request, params.orderId);
    const { returnUrl } = await callApi({ ...caller, token: null }, contract.sandboxPay, {
      ...order,
      choice,
    });
    const { publicOrigin } = environment();
    // if the site is open under another host name than the configured one, a redirect to the configured one would
    // lose the session
    return returnUrl.startsWith(`${publicOrigin}/`)
      ? redirect(returnUrl.slice(publicOrigin.length))
      : redirectDocument(returnUrl);
  }),
);

export default function SandboxPayment() {
  const t = useTranslations("sandbox");
  const language = useLanguage();
  const { order, orderId } = useLoaderData<typeof loader>();
  const cost = moneyText(order.costCents, language, { currency: order.currency });
  return (
    <main id="main" className="narrow">
      <h1>{t("sandboxTitle")}</h1>
      <p>{t("sandboxLead")}</p>
      <DescriptionList
        items={[
          [t("cost"), cost],
          [t("method"), order.methodName],
          [t("recipient"), order.recipient],
          [t("order"), <code key="order">{orderId}</code>],
        ]}
      />
      <FormErrors result={useActionData<typeof action>()?.lastResult} />
      <Form reloadDocument method="post" className="stack">
        {joinWithSpaces(
          sandboxChoices.map((choice, index) => (
            <button
              key={choice}
              type="submit"
              name="choice"
              value={choice}
              className={buttonClass(index === 0 ? "primary" : "secondary")}
            >
              {t(`sandbox_${choice}`, { cost })}
            </button>
          )),
        )}
      </Form>
    </main>
  );
}
