import { data } from "@remix-run/node";
import type * as z from "zod/mini";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, refusedForm } from "#app/services/form.server";
import type { ClientCaller } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/partner/index";
import type { Translate } from "#locales/translate";
import { promoForm, transferForm, withdrawalForm } from "./forms";

type FormName = "withdrawal" | "promo-codes";
type Sent = { request: Request; caller: ClientCaller; body: FormData };

/** Says which of the page's forms an answer belongs to. */
const tagged = (form: FormName, { data: answer, init }: ReturnType<typeof invalidForm>) =>
  data({ ...answer, form }, init ?? undefined);

/** Runs one form of the page: parses it, does what it asks, and comes back to its place with a toast. */
async function run<S extends z.ZodMiniType>(
  { request, body }: Sent,
  form: FormName,
  schema: S,
  act: (value: z.output<S>, say: Translate<"partnerSteps">) => Promise<string>,
) {
  const submission = parseForm(body, schema);
  if (submission.status !== "success") return tagged(form, invalidForm(submission));
  try {
    const message = await act(submission.value, await textFor(request, "partnerSteps"));
    return redirectWithToast(`${paths.partnerProgram}${new URL(request.url).search}#${form}`, message);
  } catch (error) {
    return tagged(form, refusedForm(submission, error));
  }
}

/** The page's key, made another one for each of the things that its buttons do. */
const keyFor = ({ body }: Sent, intent: string) => `${intent}-${body.get("idempotencyKey")}`;

const withdraw = (sent: Sent) =>
  run(sent, "withdrawal", withdrawalForm, async (value, say) => {
    const { caller } = sent;
    const { withdrawal } = await callApi(caller, contract.createWithdrawal, value, {
      idempotencyKey: keyFor(sent, "withdraw"),
    });
    if (withdrawal.status === "confirming") return say("withdrawalConfirm");
    return say("withdrawalDone", { date: dateText(withdrawal.dueOn, caller.language) });
  });

const transfer = (sent: Sent) =>
  run(sent, "withdrawal", transferForm, async ({ amountCents }, say) => {
    const { caller } = sent;
    await callApi(
      caller,
      contract.transferToBalance,
      { amountCents },
      { idempotencyKey: keyFor(sent, "transfer") },
    );
    return say("transferDone", { amount: moneyText(amountCents, caller.language) });
  });

const createPromoCode = (sent: Sent) =>
  run(sent, "promo-codes", promoForm, async (value, say) => {
    await callApi(sent.caller, contract.createPromoCode, value);
    return say("promoCreated", { name: value.name });
  });

/** The letter that confirms a new wallet, once more; a refusal (the pause is not over) is said where the request stands. */
async function resendLetter({ request, caller, body }: Sent) {
  try {
    await callApi(caller, contract.resendWalletLetter, {});
  } catch (error) {
    return tagged("withdrawal", refusedForm(parseForm(body, contract.resendWalletLetter.input), error));
  }
  const t = await textFor(request, "partnerSteps");
  return redirectWithToast(`${paths.partnerProgram}#withdrawal`, t("resent"));
}

/** What the page's buttons do, by `intent`. */
export const intents = { withdraw, transfer, promo: createPromoCode, resend: resendLetter } as const;
