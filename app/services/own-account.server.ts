import { data } from "@remix-run/node";
import * as contract from "#contract/monitoring/index";
import { callApi } from "./api.server";
import type { ClientCaller } from "./session.server";

/**
 * Returns the client's own monitoring account. Throws 404 for another client's account, even a shared one, because
 * only the owner can change it.
 */
export async function ownAccount(
  caller: ClientCaller,
  id: string | undefined,
): Promise<contract.AccountPage> {
  const account = await callApi(caller, contract.readAccount, { monitoringId: id ?? "" });
  if (!account.isOwner) throw data(null, { status: 404 });
  return account;
}
