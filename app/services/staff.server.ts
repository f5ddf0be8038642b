import { createCookieSessionStorage, redirect } from "@remix-run/node";
import { safePath } from "#app/lib/safe-path";
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

/** A session of the staff counts at the origin where it was opened, and nowhere else. */
type StoredStaffSession = { token: string; origin: string };

let storage: ReturnType<typeof createCookieSessionStorage<StoredStaffSession>> | undefined;
const sessions = () => {
  storage ??= createCookieSessionStorage<StoredStaffSession>({ cookie: cabinetCookie("staff") });
  return storage;
};

export type StaffCaller = Caller & { token: string };

/** Whether an address is one of the admin console. */
export const isAdminPath = (request: Request): boolean =>
  /^\/admin(?:[/.]|$)/.test(new URL(request.url).pathname);

const adminOrigin = (): string => environment().ADMIN_ORIGIN ?? environment().publicOrigin;

/** Without ADMIN=on, and at another host than that of ADMIN_ORIGIN, there is no console: its paths lead home. */
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

/** For the console's login: whoever comes. */
export const anyoneOfStaff = callerOf;

/** Who has given the password, or all of it; else the login page comes first, and leads back. */
export async function requireStaffToken(request: Request): Promise<StaffCaller> {
  const caller = await callerOf(request);
  if (caller.token) return caller as StaffCaller;
  throw redirect(paths.adminLogin({ redirectTo: ownAddress(request) }));
}

/** A member of the staff who has logged in: the caller, who it is, and what they may do. */
export async function requireStaff(
  request: Request,
): Promise<StaffCaller & { roles: StaffRole[]; name: string }> {
  const caller = await requireStaffToken(request);
  const { roles, name } = await callApi(caller, contract.me, {});
  return { ...caller, roles, name };
}

/** The cookie of a session that waits for its code. */
export async function keepStaffSession(token: string): Promise<string> {
  const session = await sessions().getSession();
  session.set("token", token);
  session.set("origin", adminOrigin());
  return sessions().commitSession(session);
}

/** Where somebody goes who has logged in. */
export const adminAddress = (redirectTo: string | null): string => {
  const path = safePath(redirectTo);
  return path?.startsWith("/admin") ? path : paths.admin;
};

/** Forgets the session and goes to the console's login, from where `redirectTo` leads back. */
export async function leaveConsole(request: Request, redirectTo?: string): Promise<Response> {
  const session = await sessions().getSession(request.headers.get("cookie"));
  requestContext().setCookies.push(await sessions().destroySession(session));
  return redirect(paths.adminLogin({ redirectTo }));
}

/** What the guard does with an API that says the staff's session is over. */
export const staffSessionIsOver = (request: Request): Promise<Response> =>
  leaveConsole(request, request.method === "GET" ? ownAddress(request) : undefined);
