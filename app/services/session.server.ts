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

type Tokens = Output<typeof contract.refreshToken>;
/** What the session's cookie keeps. */
type StoredSession = Tokens & {
  /** Of the forms that are given to this session (`form-token.server.ts`). */
  formKey: string;
  /** The cookies of the service behind `/api`, such as its refresh token; encrypted, as a browser must not read them. */
  backendCookies?: string | undefined;
};
export type ClientCaller = Caller & { token: string };

let storage: ReturnType<typeof createCookieSessionStorage<StoredSession>> | undefined;
const sessions = () => {
  storage ??= createCookieSessionStorage<StoredSession>({ cookie: cabinetCookie("session") });
  return storage;
};

const sessionOf = (request: Request) => sessions().getSession(request.headers.get("cookie"));

/** The key of the session's forms; undefined for a visitor. */
export const sessionFormKey = async (request: Request): Promise<string | undefined> =>
  (await sessionOf(request)).get("formKey");

type Continued = { tokens: Tokens; cookies: string | undefined };

/** One refresh in flight per session: parallel requests of one browser share it. */
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

/** Undefined for what was encrypted under another secret. */
function decrypted(cookies: string): string | undefined {
  try {
    return decrypt(secrets(), cookieUse, cookies);
  } catch {
    return undefined;
  }
}

type SignedIn = { token: string; cookies: string | undefined };

async function currentTokens(request: Request, visitor: Caller): Promise<SignedIn | null> {
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
    // only the API's own no ends a session: a passing failure must not
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await forgetSession(request);
    return null;
  }
}

/** Who asks, found once a request: the caller's token is null for a visitor. */
export const optionalClient = (request: Request): Promise<Caller> =>
  cachePerRequest("caller", () => callerOf(request));

async function callerOf(request: Request): Promise<Caller> {
  const visitor = await anyVisitor(request);
  return { ...visitor, ...(await currentTokens(request, visitor)) };
}

/**
 * Whoever asks, as a visitor: what logs somebody in looks at no session that the browser has already. It may be another person's, planted
 * after the page was opened, and the login would lead into their account.
 */
export const anyVisitor = async (request: Request): Promise<Caller> => ({
  token: null,
  language: await languageOf(request),
  userAgent: request.headers.get("user-agent") ?? "",
  browser: await readBrowser(request),
});

/** The page's own address, also where its data or an action of it was asked for. */
export function ownAddress(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  url.searchParams.delete("_data");
  return path + url.search;
}

/** The address to come back to: after an action the page itself, as it is opened. */
function returnPath(request: Request): string {
  const address = ownAddress(request);
  return request.method === "GET" ? address : address.replace(/\?.*/, "");
}

/** The door of what has nothing to do with who asks. */
export const anyone = async (): Promise<null> => null;

/** The signed-in client; a visitor is sent to log in and comes back after it. */
export async function requireClient(request: Request): Promise<ClientCaller> {
  const caller = await optionalClient(request);
  if (caller.token) return caller as ClientCaller;
  // a letter's link says in which language the letter was: so is the page that asks for the password
  const language = new URL(request.url).searchParams.get("language") ?? undefined;
  throw redirect(paths.login({ redirectTo: returnPath(request), language }));
}

/** For pages that only a visitor has use of; a client goes to `/`. Their forms are for `anyVisitor`. */
export async function visitorOnly(request: Request): Promise<Caller> {
  const caller = await optionalClient(request);
  if (caller.token) throw redirect(paths.home);
  return caller;
}

/**
 * Opens the cabinet, whichever way the tokens came: keeps them and what makes the browser known, agrees on a language and goes to
 * where the client wanted to.
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

/** Takes the session's cookie away with whatever is answered. */
export async function forgetSession(request: Request): Promise<void> {
  requestContext().setCookies.push(await sessions().destroySession(await sessionOf(request)));
}

/** Forgets the session, and in the browser every page of it, and goes to the login page, from where `redirectTo` leads back. */
export async function signOut(request: Request, redirectTo?: string): Promise<Response> {
  const session = await sessionOf(request);
  const headers = new Headers(clearSiteData);
  headers.append("set-cookie", await sessions().destroySession(session));
  headers.append("set-cookie", await forgetStyles());
  headers.append("set-cookie", await rememberLogout());
  // by a document: nothing of the session stays in the tab's memory
  return redirectDocument(paths.login({ redirectTo }), { headers });
}

/** What the guard does with a call that needs a fresh proof, and whose form has no field for it: asks for it, then leads back. */
export const isRecentAuthNeeded = (request: Request): Response =>
  redirect(paths.confirm({ redirectTo: returnPath(request) }));

/** What the guard does with an API that says the session is over. */
export const sessionIsOver = (request: Request): Promise<Response> => signOut(request, returnPath(request));
