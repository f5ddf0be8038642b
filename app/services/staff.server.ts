import { createCookieSessionStorage, redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import * as contract from "#contract/admin/index";
import type { StaffRole } from "#contract/admin/roles";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { cabinetCookie } from "./cookies.server";
import { environment } from "./env.server";
import { languageOf } from "./locale.server";
import { requestContext } from "./request-context.server";
import { ownAddress } from "./session.server";

/** A staff session is valid only at the origin where it was opened. */
type StoredStaffSession = { token: string; origin: string };

let storage: ReturnType<typeof createCookieSessionStorage<StoredStaffSession>> | undefined;
const sessions = () => {
  storage ??= createCookieSessionStorage<StoredStaffSession>({ cookie: cabinetCookie("staff") });
  return storage;
};

export type StaffCaller = Caller & { token: string };

/** Returns whether a URL belongs to the admin console. */
export const isAdminPath = (request: Request): boolean =>
  /^\/admin(?:[/.]|$)/.test(new URL(request.url).pathname);

const adminOrigin = (): string => environment().ADMIN_ORIGIN ?? environment().publicOrigin;

/**
 * Redirects home without ADMIN=on, or on another host than that of ADMIN_ORIGIN: the console does not exist there.
 */
function requireConsole(request: Request): void {
  const { ADMIN, ADMIN_ORIGIN } = environment();
  const isHere = !ADMIN_ORIGIN || new URL(ADMIN_ORIGIN).host === request.headers.get("host");
  if (!ADMIN || !isHere) throw redirect(paths.home);
}

async function callerOf(request: Request): Promise<Caller> {
  requireConsole(request);
  const session = await sessions().getSession(request.headers.get("cookie"));
  const { token, origin } = session.data;
  return {
    token: token && origin === adminOrigin() ? token : null,
    language: await languageOf(request),
    userAgent: request.headers.get("user-agent") ?? "",
    browser: null,
  };
}

/** Access check of the console's login: any caller. */
export const anyoneOfStaff = callerOf;

/**
 * Returns the staff caller who has given at least the password. Redirects to the login page otherwise, which leads
 * back.
 */
export async function requireStaffToken(request: Request): Promise<StaffCaller> {
  const caller = await callerOf(request);
  if (caller.token) return caller as StaffCaller;
  throw redirect(paths.adminLogin({ redirectTo: ownAddress(request) }));
}

/** Returns the signed-in staff member: the caller, their name and their roles. */
export async function requireStaff(
  request: Request,
): Promise<StaffCaller & { id: string; roles: StaffRole[]; name: string }> {
  const caller = await requireStaffToken(request);
  const { id, roles, name } = await callApi(caller, contract.me, {});
  return { ...caller, id, roles, name };
}

/** Returns the cookie of a session that waits for its code. */
export async function staffSessionCookie(token: string): Promise<string> {
  const session = await sessions().getSession();
  session.set("token", token);
  session.set("origin", adminOrigin());
  return sessions().commitSession(session);
}

/** Deletes the session and redirects to the console's login; `redirectTo` leads back. */
export async function leaveConsole(request: Request, redirectTo?: string): Promise<Response> {
  const session = await sessions().getSession(request.headers.get("cookie"));
  requestContext().setCookies.push(await sessions().destroySession(session));
  return redirect(paths.adminLogin({ redirectTo }));
}

/**
 * Response of the guard if the API says that the staff session has expired. A prefetch leaves the session: while the
 * code is typed, the browser may prefetch the home page, which leads to the console at an origin of its own.
 */
export async function staffSessionIsOver(request: Request): Promise<Response> {
  const redirectTo = request.method === "GET" ? ownAddress(request) : undefined;
  return requestContext().isPrefetch
    ? redirect(paths.adminLogin({ redirectTo }))
    : leaveConsole(request, redirectTo);
}
