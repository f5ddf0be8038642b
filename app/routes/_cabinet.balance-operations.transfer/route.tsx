import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiUnavailable } from "#app/services/api-errors.server";
import { readDraft } from "#app/services/draft.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/balance/index";
import type { Confirming } from "./confirm";
import { Confirm } from "./confirm";
import { TransferForm } from "./transfer-form";

const draftName = "transfer";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "transfer", "transferTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [limits, texts, draft] = await Promise.all([
    callApi(caller, contract.transferLimits, {}),
    loadTranslations(request, "transfer"),
    readDraft(request, draftName),
  ]);
  return { limits, texts, draft };
}

export const action = formAction(
  requireClient,
  {
    check: form(contract.transferForm, async ({ email, amount: amountCents }, { caller }) => {
      const checked = await callApi(caller, contract.checkTransfer, { email, amountCents });
      const confirming: Confirming = { ...checked, idempotencyKey: crypto.randomUUID(), isUnknown: false };
      return { confirming };
    }),
    // back to the first step, filled
    change: form(contract.transferForm, async () => ({ confirming: null })),
    confirm: form(
      contract.transferForm,
      async ({ email, amount: amountCents }, { request, caller, idempotencyKey }) => {
        const value = { email, amountCents };
        try {
          await callApi(caller, contract.transfer, value, { idempotencyKey });
        } catch (error) {
          if (!(error instanceof ApiUnavailable)) throw error;
          // whether the money has moved is not known: the same key may be sent again without harm
          const confirming: Confirming = { ...value, idempotencyKey, isUnknown: true };
          return data({ confirming }, { status: error.status });
        }
        const t = await translationsFor(request, "transfer");
        const amount = moneyText(amountCents, caller.language);
        return redirectWithToast(paths.history("transfers"), t("transferDone", { amount, email }));
      },
    ),
  },
  { draft: { name: () => draftName, fields: ["email", "amount"] } },
);

export default function Transfer() {
  const { limits, draft } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const confirming = answer?.shown?.confirming;
  return confirming ? (
    <Confirm key={confirming.idempotencyKey} {...confirming} />
  ) : (
    <TransferForm limits={limits} draft={draft} lastResult={answer?.lastResult} />
  );
}
