import { paths } from "#app/paths";
import * as contract from "#contract/users/index";
import { callApi } from "./api.server";
import { ApiError, ApiUnavailable } from "./api-errors.server";
import { cabinetCookie } from "./cookies.server";
import { forgetSession, optionalClient } from "./session.server";
import { isAdminPath } from "./staff.server";
import { viewOf } from "./view.server";
import { currentUserOf } from "./viewer.server";

const closedAlert = () => cabinetCookie("closed-alert");

/** Returns the cookie that stores which announcement the viewer has dismissed. */
export const closedAlertCookie = (alertId: string): Promise<string> => closedAlert().serialize(alertId);

const everything: contract.Permissions = { partner: true, monitoring: true };
const anonymous = {
  isSignedIn: false,
  user: null,
  permissions: everything,
  unread: 0,
  alert: null,
  view: null,
};

/** Returns what the banner says of a staff member's view of the client's pages. */
async function shownView(request: Request) {
  const view = await viewOf(request);
  return view && { email: view.email, endsAt: view.endsAt };
}

/** Loads the client's data for the shell. If the API is unavailable, the shell is shown without name and balance. */
export async function loadShell(request: Request) {
  try {
    // on console pages, the client session of a staff member is ignored
    if (isAdminPath(request)) return anonymous;
    const caller = await optionalClient(request);
    if (!caller.token) return anonymous;
    const [user, permissions, { alert }, closed] = await Promise.all([
      currentUserOf(caller),
      callApi(caller, contract.permissions, {}),
      callApi(caller, contract.alertMessage, {}),
      closedAlert().parse(request.headers.get("cookie")),
    ]);
    const { id, name, photoPath, balanceCents, timeZone, unreadTickets } = user;
    const { pathname } = new URL(request.url);
    // the ticket on this page counts as read
    const unread = unreadTickets.filter((ticketId) => !pathname.startsWith(paths.ticket(ticketId)));
    return {
      isSignedIn: true,
      ...(timeZone && { zone: timeZone }),
      user: { id, name, photoPath, balanceCents },
      permissions,
      unread: unread.length,
      view: await shownView(request),
      alert: !alert || alert.id === closed ? null : alert,
    };
  } catch (error) {
    // the page is usable without the shell's data: the announcement banner explains why it is missing
    if (error instanceof ApiError && error.status === 429)
      return { ...anonymous, isSignedIn: true, alert: { id: "tooManyReads", text: error.message } };
    // a session that was ended elsewhere becomes a visitor's, so that public pages stay accessible
    if (error instanceof ApiError && error.status === 401) {
      await forgetSession(request);
      return anonymous;
    }
    if (!(error instanceof ApiUnavailable)) throw error;
    return { ...anonymous, isSignedIn: request.headers.get("cookie")?.includes("session=") ?? false };
  }
}
