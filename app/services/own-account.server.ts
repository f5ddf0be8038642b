import { data } from "@remix-run/node";
import * as contract from "#contract/monitoring/index";
import { callApi } from "./api.server";
import type { ClientCaller } from "./session.server";

/** The client's own monitoring account. Somebody else's, also a shared one, is a 404: there is nothing of it to change. */
export async function ownAccount(
  caller: ClientCaller,
  id: string | undefined,
): Promise<contract.AccountPage> {
  const account = await callApi(caller, contract.readAccount, { monitoringId: id ?? "" });
  if (!account.isOwner) throw data(null, { status: 404 });
  return account;
}
