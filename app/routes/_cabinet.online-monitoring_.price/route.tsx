import type { LoaderFunctionArgs } from "@remix-run/node";
import { callApi } from "#app/services/api.server";
import { ApiRefusal } from "#app/services/api-errors.server";
import { requireSection } from "#app/services/sections.server";
import * as contract from "#contract/monitoring/index";

/** The price of what is being typed: of a subscription, or without `months` of more accounts. Null where it can't be told. */
export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const query = Object.fromEntries(new URL(request.url).searchParams);
  try {
    if ("months" in query) {
      const input = contract.subscriptionInput.safeParse(query);
      return { quote: input.success ? await callApi(caller, contract.quoteSubscription, input.data) : null };
    }
    const input = contract.addAccountsInput.safeParse(query);
    return { quote: input.success ? await callApi(caller, contract.quoteAccounts, input.data) : null };
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 422) return { quote: null };
    throw error;
  }
}
