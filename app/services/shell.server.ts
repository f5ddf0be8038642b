import { paths } from "#app/paths";
import * as contract from "#contract/users/index";
import { callApi } from "./api.server";
import { ApiError, ApiUnavailable } from "./api-errors.server";
import { cabinetCookie } from "./cookies.server";
import { forgetSession, optionalClient } from "./session.server";
import { isAdminPath } from "./staff.server";
import { currentUserOf } from "./viewer.server";

const closedAlert = () => cabinetCookie("closed-alert");

/** Remembers which alert the reader has closed. */
export const closedAlertCookie = (alertId: string): Promise<string> => closedAlert().serialize(alertId);

const everything: contract.Permissions = { partner: true, monitoring: true };
const nobody = { isSignedIn: false, user: null, permissions: everything, unread: 0, alert: null };

/** What the shell shows of the client. With the API away it is still a shell, without name and balance. */
export async function loadShell(request: Request) {
  try {
    // whoever of the staff is a client too is none here
    if (isAdminPath(request)) return nobody;
    const caller = await optionalClient(request);
    if (!caller.token) return nobody;
    const [user, permissions, { alert }, closed] = await Promise.all([
      currentUserOf(caller),
      callApi(caller, contract.permissions, {}),
      callApi(caller, contract.alertMessage, {}),
      closedAlert().parse(request.headers.get("cookie")),
    ]);
    const { id, name, photoPath, balanceCents, timeZone, unreadTickets } = user;
    const { pathname } = new URL(request.url);
    // the one that this page shows is read by it
    const unread = unreadTickets.filter((ticketId) => !pathname.startsWith(paths.ticket(ticketId)));
    return {
      isSignedIn: true,
      ...(timeZone && { zone: timeZone }),
      user: { id, name, photoPath, balanceCents },
      permissions,
      unread: unread.length,
      alert: !alert || alert.id === closed ? null : alert,
    };
  } catch (error) {
    // a page is whole without the shell's facts: it says why they are missing, as it says everything of the operator's
    if (error instanceof ApiError && error.status === 429)
      return { ...nobody, isSignedIn: true, alert: { id: "tooManyReads", text: error.message } };
    // a session that was ended elsewhere is a visitor's: what anyone may read stays open
    if (error instanceof ApiError && error.status === 401) {
      await forgetSession(request);
      return nobody;
    }
    if (!(error instanceof ApiUnavailable)) throw error;
    return { ...nobody, isSignedIn: request.headers.get("cookie")?.includes("session=") ?? false };
  }
}
