import type { Viewer } from "#app/lib/dates";
import type { User } from "#contract/users/index";
import * as contract from "#contract/users/index";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { languageOf } from "./locale.server";
import { optionalClient } from "./session.server";

/** Returns the signed-in client. */
export const currentUserOf = (caller: Caller): Promise<User> => callApi(caller, contract.currentUser, {});

/**
 * Returns the viewer's language and time zone for texts generated on the server, such as toasts; pages use
 * `useViewer`.
 */
export async function viewerOf(request: Request): Promise<Viewer> {
  const [caller, language] = await Promise.all([optionalClient(request), languageOf(request)]);
  const zone = caller.token ? (await currentUserOf(caller)).timeZone : null;
  return { language, zone: zone ?? "UTC" };
}
