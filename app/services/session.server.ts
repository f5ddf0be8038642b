import { createCookieSessionStorage, redirect } from "@remix-run/node";
import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import type { Output } from "#contract/call";
import { tokenRefreshSeconds } from "#contract/rules";
import * as contract from "#contract/user/index";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { ApiRefusal } from "./api-errors.server";
import { cookieName, cookieOptions } from "./cookies.server";
import { languageOf } from "./locale.server";
import { oncePerRequest, requestContext } from "./request-context.server";

type Tokens = Output<typeof contract.login>;
export type ClientCaller = Caller & { token: string };

const thirtyDays = 30 * 24 * 60 * 60;

let storage: ReturnType<typeof createCookieSessionStorage<Tokens>> | undefined;
const sessions = () => {
  storage ??= createCookieSessionStorage<Tokens>({
    cookie: { name: cookieName("session"), maxAge: thirtyDays, ...cookieOptions() },
  });
  return storage;
};

/** One refresh in flight per token: parallel requests of one browser share it. */
const refreshes = new Map<string, Promise<Tokens>>();

function refresh(caller: Caller, refreshToken: string): Promise<Tokens> {
  const running = refreshes.get(refreshToken);
  if (running) return running;
  const started = callApi({ ...caller, token: null }, contract.refreshToken, { refreshToken }).finally(() =>
    refreshes.delete(refreshToken),
  );
  refreshes.set(refreshToken, started);
  return started;
}

async function cookieWith(tokens: Tokens): Promise<string> {
  const session = await sessions().getSession();
  session.set("token", tokens.token);
  session.set("expires", tokens.expires);
  session.set("refreshToken", tokens.refreshToken);
  return sessions().commitSession(session);
}

async function currentToken(request: Request, caller: Caller): Promise<string | null> {
  const session = await sessions().getSession(request.headers.get("cookie"));
  const [token, expires, refreshToken] = [
    session.get("token"),
    session.get("expires"),
    session.get("refreshToken"),
  ];
  if (!token || !expires || !refreshToken) return null;
  if (Date.parse(expires) - Date.now() >= tokenRefreshSeconds * 1000) return token;
  try {
    const tokens = await refresh(caller, refreshToken);
    requestContext().setCookies.push(await cookieWith(tokens));
    return tokens.token;
  } catch (error) {
    // only the API's own no ends a session: a passing failure must not
    if (!(error instanceof ApiRefusal) || error.status !== 401) throw error;
    requestContext().setCookies.push(await sessions().destroySession(session));
    return null;
  }
}

/** Who asks: the caller's token is null for a visitor. */
export async function optionalClient(request: Request): Promise<Caller> {
  const visitor: Caller = {
    token: null,
    language: await languageOf(request),
    userAgent: request.headers.get("user-agent") ?? "",
  };
  const token = await oncePerRequest("token", () => currentToken(request, visitor));
  return { ...visitor, token };
}

/** The address to come back to: the page itself, also where its data or an action of it was asked for. */
function returnPath(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  url.searchParams.delete("_data");
  return request.method === "GET" ? path + url.search : path;
}

/** The signed-in client; a visitor is sent to log in and comes back after it. */
export async function requireClient(request: Request): Promise<ClientCaller> {
  const caller = await optionalClient(request);
  if (!caller.token) throw redirect(paths.login({ redirectTo: returnPath(request) }));
  return caller as ClientCaller;
}

/** For pages that only a visitor has use of; a client goes to `/`. */
export async function visitorOnly(request: Request): Promise<Caller> {
  const caller = await optionalClient(request);
  if (caller.token) throw redirect(paths.home);
  return caller;
}

/** Opens the cabinet: keeps the tokens and goes to where the client wanted to. */
export async function signIn(tokens: Tokens, redirectTo: string | null): Promise<Response> {
  return redirect(safePath(redirectTo) ?? paths.home, {
    headers: { "set-cookie": await cookieWith(tokens) },
  });
}

/** Forgets the session and goes to the login page, from where `redirectTo` leads back. */
export async function signOut(request: Request, redirectTo?: string): Promise<Response> {
  const session = await sessions().getSession(request.headers.get("cookie"));
  return redirect(paths.login({ redirectTo }), {
    headers: { "set-cookie": await sessions().destroySession(session) },
  });
}

/** What the guard does with an API that says the session is over. */
export const sessionIsOver = (request: Request): Promise<Response> => signOut(request, returnPath(request));
