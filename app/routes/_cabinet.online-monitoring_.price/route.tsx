import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import { requireSection } from "#app/services/sections.server";
import type { ClientCaller } from "#app/services/session.server";
import * as contract from "#contract/monitoring/index";

/** Returns the price of the current input, and the query it belongs to. */
export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const { searchParams } = new URL(request.url);
  return { quote: await quoteOf(caller, Object.fromEntries(searchParams)), of: String(searchParams) };
}

/** Quotes a subscription, or additional accounts if `months` is missing. Returns null if there is no price. */
async function quoteOf(caller: ClientCaller, query: Record<string, string>) {
  try {
    if ("months" in query) {
      const input = contract.subscriptionInput.safeParse(query);
      return input.success ? await callApi(caller, contract.quoteSubscription, input.data) : null;
    }
    const input = contract.addAccountsInput.safeParse(query);
    return input.success ? await callApi(caller, contract.quoteAccounts, input.data) : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return null;
    throw error;
  }
}
