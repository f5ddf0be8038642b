import { createCookie } from "@remix-run/node";
import * as contract from "#contract/user/index";
import { callApi } from "./api.server";
import { ApiUnavailable } from "./api-errors.server";
import { cookieOptions } from "./cookies.server";
import { oncePerRequest } from "./request-context.server";
import { optionalClient } from "./session.server";

const aYear = 365 * 24 * 60 * 60;
const closedAlert = () => createCookie("closed-alert", { ...cookieOptions(), secrets: [], maxAge: aYear });

/** Remembers which alert the reader has closed. */
export const closedAlertCookie = (alertId: string): Promise<string> => closedAlert().serialize(alertId);

const everything: contract.Permissions = { partner: true, monitoring: true };
const nobody = { isSignedIn: false, user: null, permissions: everything, alert: null };

/** What the shell shows of the client. With the API away it is still a shell, without name and balance. */
export async function loadShell(request: Request) {
  try {
    const caller = await optionalClient(request);
    if (!caller.token) return nobody;
    const [user, permissions, { alert }, closed] = await Promise.all([
      callApi(caller, contract.currentUser, {}),
      oncePerRequest("permissions", () => callApi(caller, contract.permissions, {})),
      callApi(caller, contract.alertMessage, {}),
      closedAlert().parse(request.headers.get("cookie")),
    ]);
    const { id, name, photoPath, balanceCents } = user;
    return {
      isSignedIn: true,
      user: { id, name, photoPath, balanceCents },
      permissions,
      alert: alert?.id === closed ? null : alert,
    };
  } catch (error) {
    if (!(error instanceof ApiUnavailable)) throw error;
    return { ...nobody, isSignedIn: request.headers.get("cookie")?.includes("session=") ?? false };
  }
}
