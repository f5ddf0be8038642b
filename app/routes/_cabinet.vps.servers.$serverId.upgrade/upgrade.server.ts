import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import type * as z from "zod/mini";
import { utcDateText } from "#app/lib/dates";
import { expectedCentsOf, upgradeName } from "#app/lib/expected-price";
import { moneyText } from "#app/lib/money";
import { behindDialog, listState } from "#app/lib/server-list-url";
import { paths, withQuery } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import type { FormContext } from "#app/services/form-action.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import type { ClientCaller } from "#app/services/session.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import type { Output } from "#contract/endpoint";
import * as contract from "#contract/vps/index";

type UpgradeChoice = z.output<typeof contract.upgradeForm>;

/** Returns the choice made before a deposit for it, as far as it is still offered. */
function chosenIn(request: Request, { rates, firstDay, lastDay }: Output<typeof contract.upgradeOptions>) {
  const query = new URL(request.url).searchParams;
  const [rateId, date] = [query.get("rateId"), query.get("date")];
  return {
    ...(rates.some(({ id }) => id === rateId) && rateId && { rateId }),
    ...(date && date >= firstDay && date <= lastDay && { date }),
  };
}

export async function loadUpgrade({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const input = { serverId: params.serverId ?? "" };
  const [server, options, texts] = await Promise.all([
    callApi(caller, contract.getServer, input),
    callApi(caller, contract.upgradeOptions, input),
    loadTranslations(request, "upgrade", "payment"),
  ]);
  const inAddress = chosenIn(request, options);
  const chosen = { rateId: options.rates[0]?.id, date: options.firstDay, ...inAddress };
  const isConfirming = new URL(request.url).searchParams.has("confirm");
  const confirmation = isConfirming ? await questionOf(caller, input.serverId, inAddress) : null;
  return { server, options, chosen, confirmation, idempotencyKey: crypto.randomUUID(), texts };
}

/**
 * Returns the upgrade to confirm with its current price, or null if it is no longer available; the page then says so.
 */
async function questionOf(caller: ClientCaller, serverId: string, chosen: Partial<UpgradeChoice>) {
  const choice = contract.upgradeForm.safeParse(chosen);
  if (!choice.success) return null;
  try {
    return {
      ...choice.data,
      ...(await callApi(caller, contract.quoteUpgrade, { serverId, ...choice.data })),
    };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

type Context = FormContext<ClientCaller>;

const quoteOf = async (value: UpgradeChoice, { params, caller }: Context) => ({
  price: await callApi(caller, contract.quoteUpgrade, { serverId: params.serverId ?? "", ...value }),
});

type FormResult = Awaited<ReturnType<typeof quoteOf>> | undefined;

/** Returns the price of the choice in a rejected form, or undefined if it has none. */
async function quoteOnRejected(context: Context): Promise<FormResult> {
  const chosen = contract.upgradeForm.safeParse(Object.fromEntries(context.body));
  if (!chosen.success) return undefined;
  return quoteOf(chosen.data, context).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
}

/** Redirects to the confirmation, which has its own URL and states the price and the downtime. */
async function redirectToConfirmation(
  value: UpgradeChoice,
  context: Context,
): Promise<Response | FormResult> {
  await quoteOf(value, context);
  const { from } = listState(new URL(context.request.url).search);
  const address = paths.server(context.params.serverId ?? "", "upgrade");
  return redirect(withQuery(address, { ...value, confirm: "1", from }));
}

/**
 * Orders at the price that the confirmation showed for this plan and date. At any other price the API charges nothing
 * and returns the current one.
 */
async function pay(value: UpgradeChoice, context: Context): Promise<Response> {
  const { request, params, caller, body, idempotencyKey } = context;
  const agreedCents = expectedCentsOf(body, upgradeName(value));
  const input = { serverId: params.serverId ?? "", ...value, agreedCents };
  const { startsAt, tariff } = await callApi(caller, contract.orderUpgrade, input, { idempotencyKey });
  const t = await translationsFor(request, "upgrade");
  const date = utcDateText(startsAt, caller.language);
  return redirectWithToast(
    behindDialog(new URL(request.url).search, input.serverId),
    t("upgradeDone", { tariff, date }),
  );
}

export const changeUpgrade = formAction(requireClient, {
  order: form(contract.upgradeForm, redirectToConfirmation, quoteOnRejected),
  pay: form(contract.upgradeForm, pay),
  quote: form(contract.upgradeForm, quoteOf),
  cancel: form(noFields, async (_, { request, params, caller }) => {
    const input = { serverId: params.serverId ?? "" };
    const { refundedCents } = await callApi(caller, contract.cancelUpgrade, input);
    const t = await translationsFor(request, "upgrade");
    const amount = moneyText(refundedCents, caller.language);
    return redirectWithToast(
      behindDialog(new URL(request.url).search, input.serverId),
      t("upgradeCancelled", { amount }),
    );
  }),
});
