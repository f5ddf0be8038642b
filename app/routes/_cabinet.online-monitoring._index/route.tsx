import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/form-result";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { dateText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import type { FormContext } from "#app/services/form-action.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireSection, section } from "#app/services/sections.server";
import type { ClientCaller } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { viewerOf } from "#app/services/viewer.server";
import * as contract from "#contract/monitoring/index";
import { BuyForm } from "./buy-form";
import { SubscriptionState } from "./subscription-state";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "monitoring", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [subscription, typed, texts] = await Promise.all([
    callApi(caller, contract.readSubscription, {}),
    typedIn(request, caller),
    loadTranslations(request, "subscription"),
  ]);
  return {
    subscription,
    isTyped: "quote" in typed,
    offer: { ...subscription.offer, autopay: subscription.autopay, ...typed },
    idempotencyKey: crypto.randomUUID(),
    texts,
  };
}

/** Returns the values typed before a deposit for them, with their price. */
async function typedIn(request: Request, caller: ClientCaller) {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const typed = contract.subscriptionInput.safeParse(query);
  if (!typed.success) return {};
  const quote = await callApi(caller, contract.quoteSubscription, typed.data);
  return { ...typed.data, autopay: query.autopay === "on", quote };
}

const setAutopay = (autopay: boolean) =>
  form(noFields, async (_, { request, caller }: FormContext<ClientCaller>) => {
    await callApi(caller, contract.setAutopay, { autopay });
    const t = await translationsFor(request, "subscription");
    return redirectWithToast(paths.monitoring, t(autopay ? "autopaySwitchedOn" : "autopaySwitchedOff"));
  });

export const action = formAction(section("monitoring"), {
  buy: form(contract.buySubscriptionInput, async (value, { request, caller, idempotencyKey }) => {
    const input = { agreedCents: 0, ...value };
    const { endsAt } = await callApi(caller, contract.buySubscription, input, { idempotencyKey });
    const t = await translationsFor(request, "subscription");
    return redirectWithToast(
      paths.monitoring,
      t("bought", { date: dateText(endsAt, await viewerOf(request)) }),
    );
  }),
  quote: form(contract.buySubscriptionInput, async ({ accounts, months }, { caller }) => ({
    quote: await callApi(caller, contract.quoteSubscription, { accounts, months }),
  })),
  turnAutopayOn: setAutopay(true),
  turnAutopayOff: setAutopay(false),
});

export default function SubscriptionPage() {
  const t = useTranslations("subscription");
  const { subscription, offer, isTyped, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      {subscription.used === 0 && <p className="muted">{t("subscriptionIntro")}</p>}
      <div className="split">
        <SubscriptionState
          subscription={subscription}
          lastResult={resultOf(answer, "turnAutopayOn", "turnAutopayOff")}
        />
        <BuyForm
          subscription={subscription}
          offer={offer}
          idempotencyKey={idempotencyKey}
          lastResult={resultOf(answer, "buy", "quote")}
          details={answer?.details}
          quote={answer?.shown?.quote ?? null}
          hasFreePlace={subscription.used < subscription.available && !answer && !isTyped}
        />
      </div>
    </>
  );
}
