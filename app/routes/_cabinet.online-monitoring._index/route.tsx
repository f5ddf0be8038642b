import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useText } from "#app/components/text";
import { dateText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/index";
import { BuyForm } from "./buy-form";
import { SubscriptionState } from "./subscription-state";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "monitoring", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [subscription, texts] = await Promise.all([
    callApi(caller, contract.readSubscription, {}),
    loadTexts(request, "subscription"),
  ]);
  return { subscription, idempotencyKey: crypto.randomUUID(), texts };
}

export async function action({ request }: ActionFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const form = await readForm(request);
  const t = await textFor(request, "subscription");
  const intent = form.get("intent");
  if (intent === "autopay-on" || intent === "autopay-off") {
    const autopay = intent === "autopay-on";
    await callApi(caller, contract.setAutopay, { autopay });
    return redirectWithToast(paths.monitoring, t(autopay ? "autopaySwitchedOn" : "autopaySwitchedOff"));
  }
  const submission = parseForm(form, contract.buySubscriptionInput);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    if (intent === "quote") {
      const { accounts, months } = submission.value;
      const quote = await callApi(caller, contract.quoteSubscription, { accounts, months });
      return data({ lastResult: submission.reply(), quote, code: undefined, details: {} });
    }
    const idempotencyKey = String(form.get("idempotencyKey"));
    const { endsAt } = await callApi(caller, contract.buySubscription, submission.value, { idempotencyKey });
    return await redirectWithToast(
      paths.monitoring,
      t("bought", { date: dateText(endsAt, caller.language) }),
    );
  } catch (error) {
    return refusedForm(submission, error);
  }
}

export default function SubscriptionPage() {
  const t = useText("subscription");
  const { subscription, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <p className="muted">{t("subscriptionIntro")}</p>
      <div className="split">
        <SubscriptionState subscription={subscription} />
        <BuyForm
          subscription={subscription}
          idempotencyKey={idempotencyKey}
          lastResult={answer?.lastResult}
          details={answer?.details}
          quote={answer && "quote" in answer ? answer.quote : null}
        />
      </div>
    </>
  );
}
