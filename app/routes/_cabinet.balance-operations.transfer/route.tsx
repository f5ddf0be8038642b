import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiUnavailable } from "#app/services/api-errors.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { languageOf, loadTexts } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/balance/index";
import type { Confirming } from "./confirm";
import { Confirm } from "./confirm";
import { TransferForm } from "./transfer-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "transfer", "transferTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [limits, texts] = await Promise.all([
    callApi(caller, contract.transferLimits, {}),
    loadTexts(request, "transfer"),
  ]);
  return { limits, texts };
}

export async function action({ request }: ActionFunctionArgs) {
  const caller = await requireClient(request);
  const form = await readForm(request);
  const submission = parseForm(form, contract.transferForm);
  if (submission.status !== "success") return invalidForm(submission);
  const { value } = submission;
  const answer = (confirming: Confirming | null, status = 200) =>
    data({ lastResult: submission.reply(), confirming }, { status });
  try {
    if (form.get("intent") === "change") return answer(null);
    if (form.get("intent") !== "confirm") {
      const checked = await callApi(caller, contract.checkTransfer, value);
      return answer({ ...checked, idempotencyKey: crypto.randomUUID(), isUnknown: false });
    }
    const idempotencyKey = String(form.get("idempotencyKey"));
    try {
      await callApi(caller, contract.transfer, value, { idempotencyKey });
    } catch (error) {
      if (!(error instanceof ApiUnavailable)) throw error;
      // whether the money has moved is not known: the same key may be sent again without harm
      return answer({ ...value, idempotencyKey, isUnknown: true }, error.status);
    }
  } catch (error) {
    return refusedForm(submission, error);
  }
  const [t, language] = await Promise.all([textFor(request, "transfer"), languageOf(request)]);
  const amount = moneyText(value.amountCents, language);
  return redirectWithToast(paths.history("transfers"), t("transferDone", { amount, email: value.email }));
}

export default function Transfer() {
  const { limits } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const confirming = answer && "confirming" in answer ? answer.confirming : null;
  return confirming ? (
    <Confirm key={confirming.idempotencyKey} {...confirming} />
  ) : (
    <TransferForm limits={limits} lastResult={answer?.lastResult} />
  );
}
