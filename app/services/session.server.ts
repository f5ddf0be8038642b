import { randomBytes } from "node:crypto";
import { createCookieSessionStorage, redirect, redirectDocument } from "@remix-run/node";
import { decrypt, encrypt } from "#api/lib/encryption";
import { safePath } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import type { Output } from "#contract/endpoint";
import { tokenRefreshSeconds } from "#contract/rules";
import * as contract from "#contract/users/index";
import { agreeOnLanguage } from "./account-language.server";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { ApiError } from "./api-errors.server";
import { browserCookie, readBrowser } from "./browser.server";
import { cabinetCookie } from "./cookies.server";
import { environment, sessionSecret } from "./env.server";
import { forgetStyles } from "./first-visit.server";
import { languageOf } from "./locale.server";
import { clearSiteData, rememberLogout } from "./logout-cache.server";
import { cachePerRequest, requestContext } from "./request-context.server";
import { endedViewCookie, viewOf } from "./view.server";

type Tokens = Output<typeof contract.refreshToken>;
/** Content of the session cookie. */
type StoredSession = Tokens & {
  /** Key of the form tokens given to this session (`form-token.server.ts`). */
  formKey: string;
  /**
   * Cookies of the service behind `/api`, such as its refresh token; encrypted, because browsers must not read them.
   */
  backendCookies?: string | undefined;
};
export type ClientCaller = Caller & { token: string };

let storage: ReturnType<typeof createCookieSessionStorage<StoredSession>> | undefined;
const sessions = () => {
  storage ??= createCookieSessionStorage<StoredSession>({ cookie: cabinetCookie("session") });
  return storage;
};

const sessionOf = (request: Request) => sessions().getSession(request.headers.get("cookie"));

/** Returns the form key of the session, or undefined for a visitor. */
export const sessionFormKey = async (request: Request): Promise<string | undefined> =>
  (await sessionOf(request)).get("formKey");

type Continued = { tokens: Tokens; cookies: string | undefined };

/** Refreshes in flight, one per session: parallel requests of one browser share it. */
const refreshes = new Map<string, Promise<Continued>>();

function refresh(caller: Caller, { token, refreshToken }: Tokens): Promise<Continued> {
  const key = refreshToken ?? token;
  const running = refreshes.get(key);
  if (running) return running;
  const started = callApi(caller, contract.refreshToken, { refreshToken })
    .then((tokens) => ({ tokens, cookies: requestContext().backendCookies ?? caller.cookies }))
    .finally(() => refreshes.delete(key));
  refreshes.set(key, started);
  return started;
}

async function cookieWith(
  { tokens, cookies }: Continued,
  formKey = randomBytes(16).toString("base64url"),
): Promise<string> {
  const session = await sessions().getSession();
  session.set("token", tokens.token);
  session.set("expires", tokens.expires);
  session.set("refreshToken", tokens.refreshToken);
  session.set("formKey", formKey);
  session.set("backendCookies", cookies && encrypt(secrets(), cookieUse, cookies));
  return sessions().commitSession(session);
}

const cookieUse = { purpose: "sealed cookies" } as const;

const secrets = () => ({
  secret: sessionSecret(),
  previousSecret: environment().PREVIOUS_SESSION_SECRET,
});

/** Returns undefined if the cookies were encrypted with another secret. */
function decrypted(cookies: string): string | undefined {
  try {
    return decrypt(secrets(), cookieUse, cookies);
  } catch {
    return undefined;
  }
}

type SignedIn = { token: string; cookies: string | undefined };

async function currentTokens(request: Request, visitor: Caller): Promise<SignedIn | null> {
  const view = await viewOf(request);
  if (view) return { token: view.token, cookies: undefined };
  const session = await sessionOf(request);
  const { token, expires, refreshToken, formKey, backendCookies } = session.data;
  if (!token || !expires) return null;
  const cookies = backendCookies && decrypted(backendCookies);
  if (Date.parse(expires) - Date.now() >= tokenRefreshSeconds * 1000) return { token, cookies };
  try {
    const continued = await refresh({ ...visitor, cookies }, { token, expires, refreshToken });
    requestContext().setCookies.push(await cookieWith(continued, formKey));
    return { token: continued.tokens.token, cookies: continued.cookies };
  } catch (error) {
    // only a 401 from the API ends the session; a temporary failure must not
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await forgetSession(request);
    return null;
  }
}

/** Returns the caller, determined once per request; the token is null for a visitor. */
export const optionalClient = (request: Request): Promise<Caller> =>
  cachePerRequest("caller", () => callerOf(request));

async function callerOf(request: Request): Promise<Caller> {
  const visitor = await anyVisitor(request);
  return { ...visitor, ...(await currentTokens(request, visitor)) };
}

/**
 * Returns the caller as a visitor, ignoring the session. Logins use it, because an existing session may be another
 * person's, planted after the page was opened, and the login would lead into that account.
 */
export const anyVisitor = async (request: Request): Promise<Caller> => ({
  token: null,
  language: await languageOf(request),
  userAgent: request.headers.get("user-agent") ?? "",
  browser: await readBrowser(request),
});

/** Returns the page's own URL, also for its data requests and actions. */
export function ownAddress(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  url.searchParams.delete("_data");
  return path + url.search;
}

/** Returns the URL to return to; after an action, that of the page without its query. */
function returnPath(request: Request): string {
  const address = ownAddress(request);
  return request.method === "GET" ? address : address.replace(/\?.*/, "");
}

/** Access check for actions that don't depend on the caller. */
export const anyone = async (): Promise<null> => null;

/** Returns the signed-in client. Redirects a visitor to the login page, which leads back here. */
export async function requireClient(request: Request): Promise<ClientCaller> {
  const caller = await optionalClient(request);
  if (caller.token) return caller as ClientCaller;
  // links in emails contain the language of the email, so the login page uses it too
  const language = new URL(request.url).searchParams.get("language") ?? undefined;
  throw redirect(paths.login({ redirectTo: returnPath(request), language }));
}

/** Returns the visitor. Redirects a signed-in client to `/`. The forms of such pages use `anyVisitor`. */
export async function visitorOnly(request: Request): Promise<Caller> {
  const caller = await optionalClient(request);
  if (caller.token) throw redirect(paths.home);
  return caller;
}

/**
 * Signs the client in, for every login method: stores the tokens and the browser's secret, syncs the language, and
 * redirects to the page the client wanted.
 */
export async function signIn(
  request: Request,
  opened: Output<typeof contract.login>,
  redirectTo: string | null,
): Promise<Response> {
  const { backendCookies: cookies } = requestContext();
  const { browser, ...tokens } = opened;
  if (browser) requestContext().setCookies.push(await browserCookie(browser));
  const caller = { ...(await anyVisitor(request)), token: tokens.token, cookies };
  await agreeOnLanguage(request, caller);
  return redirect(safePath(redirectTo) ?? paths.vps, {
    headers: { "set-cookie": await cookieWith({ tokens, cookies }) },
  });
}

/** Deletes the session cookie, or that of a view, with the next response. */
export async function forgetSession(request: Request): Promise<void> {
  const cookie = (await viewOf(request))
    ? endedViewCookie(request)
    : sessions().destroySession(await sessionOf(request));
  requestContext().setCookies.push(await cookie);
}

/**
 * Deletes the session and its cached pages in the browser, and redirects to the login page; `redirectTo` leads back.
 */
export async function signOut(request: Request, redirectTo?: string): Promise<Response> {
  const session = await sessionOf(request);
  const headers = new Headers(clearSiteData);
  headers.append("set-cookie", await sessions().destroySession(session));
  headers.append("set-cookie", await forgetStyles());
  headers.append("set-cookie", await rememberLogout());
  // a document navigation, so that nothing of the session stays in the tab's memory
  return redirectDocument(paths.login({ redirectTo }), { headers });
}

/**
 * Response of the guard to an error that requires recent authentication, if the form has no password field: a
 * redirect to the confirmation page, which leads back.
 */
export const isRecentAuthNeeded = (request: Request): Response =>
  redirect(paths.confirm({ redirectTo: returnPath(request) }));

/** Response of the guard if the API says that the session has expired. */
export async function sessionIsOver(request: Request): Promise<Response> {
  if (!(await viewOf(request))) return signOut(request, returnPath(request));
  await forgetSession(request);
  return redirectDocument(paths.home);
}
