import type { IncomingMessage, ServerResponse } from "node:http";
import { paths } from "#app/paths";
import styles from "#app/styles/index.css?url";
import type { Caller } from "./api.server";
import { bestBrotli } from "./best-brotli.server";
import { cabinetCookie } from "./cookies.server";
import { namedDictionary, takesDictionaries, useAsDictionary } from "./dictionaries.server";
import { keptByVersion } from "./kept-by-version.server";
import type { KeptPage, Kind } from "./kept-page.server";
import { keptPageOf } from "./kept-page.server";
import { languageOf } from "./locale.server";
import { versionMemory } from "./page-versions.server";
import { sendReady } from "./ready.server";
import type { RequestContext } from "./request-context.server";
import { requestContext, runInContext } from "./request-context.server";
import { areStylesInline, nextFile } from "./styles.server";
import { themeOf } from "./theme.server";
import { countView } from "./views.server";

/** The build's own handler of a request, without anything in front of it. */
export type Render = (request: Request) => Promise<Response>;

/** Answers with a page that was rendered for all visitors; false where this is none, and Remix has to be asked. */
export type KeptPages = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Of some 60 KB each; who asked for theirs last stays. */
const keptAtMost = 500;

/**
 * Pages that all visitors see alike, rendered once a change however many ask (docs/decisions/0167): a shared account's, by the
 * version of its row; the legal texts and the login form, which are the build's, once for good (0230).
 */
export function keptPages(render: Render): KeptPages {
  const kept = keptByVersion<KeptPage | null>(keptAtMost);
  const versions = versionMemory();
  const best = bestBrotli();

  const drawn = (asked: Request, kind: Kind) =>
    runInContext(unseen(requestContext()), async () => keptPageOf(await render(asked), kind)).catch(
      () => null,
    );

  return async (request, response) => {
    versions.forgetAfter(request, response);
    const { method, url = "/", headers } = request;
    const [pathname = ""] = url.split("?");
    const accountId = accountOf(pathname);
    const isLogin = url === paths.login() && isLoginKept(headers);
    // what stays for good has few addresses: any query would be a page more
    if (method !== "GET" || !(accountId || isLogin || legalTexts.has(url))) return false;
    const asked = visitorsRequest(request, isLogin ? ["sec-ch-ua"] : []);
    if (!asked) return false;
    const caller: Caller = {
      token: null,
      language: await languageOf(asked),
      userAgent: asked.headers.get("user-agent") ?? "",
      browser: null,
    };
    const version = accountId ? await versions.of(accountId, caller) : "of this build";
    if (!version) return false;
    if (accountId) await countView(caller, accountId);
    const isFirst = await areStylesInline(asked, styles);
    const look = [caller.language, await themeOf(asked), isFirst, asked.headers.get("save-data")];
    const key = [...look, url].join("\n");
    const kind: Kind = { isOfTheBuild: !accountId, hasScript: isLogin };
    const page = await kept(key, version, {
      make: () => drawn(asked, kind),
      isForGood: (made) => kind.isOfTheBuild && made !== null,
    });
    if (!page) return false;
    for (const [name, value] of page.headers) response.setHeader(name, value);
    if (isLogin && isFirst && takesDictionaries(asked))
      for (const [name, value] of useAsDictionary(page.plain)) response.setHeader(name, value);
    const next = await nextFile(asked, styles, caller.language);
    if (next) response.setHeader("link", next.link);
    if (next?.setCookie) response.setHeader("set-cookie", next.setCookie);
    sendReady(accountId ? best(page) : page, request, response);
    return true;
  };
}

/** The login form of a browser that says where its posts come from has no token; who has a dictionary gets theirs by it. */
const isLoginKept = (headers: IncomingMessage["headers"]) =>
  headers["sec-fetch-site"] !== undefined && !namedDictionary(headers)?.path;

const legalTexts = new Set<string>([paths.publicOffer, paths.privacyPolicy]);
const accountPages = paths.monitoringPage("");

function accountOf(pathname: string): string | undefined {
  const id = pathname.slice(accountPages.length);
  return pathname.startsWith(accountPages) && /^[\w-]{1,60}$/.test(id) ? id : undefined;
}

/** Cookies that change nothing on such a page, or by which it is kept; with any other, Remix is asked. */
const harmless = ["browser", "form-key", "partner-code", "partner-click"] as const;
const shown = ["language", "account-language", "theme", "styles", "closed-alert"];

/** A request for a page that may be kept, with what that depends on and no more; null where it is not just any visitor's. */
function visitorsRequest({ url = "/", headers }: IncomingMessage, others: readonly string[]): Request | null {
  const address = new URL(url, "http://localhost");
  if (address.searchParams.has("ref")) return null;
  const cookies = (headers.cookie ?? "").split(/;\s*/).filter(Boolean);
  const known = new Set([...harmless.map((name) => cabinetCookie(name).name), ...shown]);
  if (!cookies.every((cookie) => known.has(cookie.split("=")[0] ?? ""))) return null;
  return new Request(address, {
    headers: {
      cookie: cookies.filter((cookie) => shown.includes(cookie.split("=")[0] ?? "")).join("; "),
      "user-agent": headers["user-agent"] ?? "",
      // forms without a token: a visitor's look needs none (guard.server.ts)
      "sec-fetch-site": "none",
      ...(headers["save-data"] === "on" && { "save-data": "on" }),
      ...Object.fromEntries(others.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))),
    },
  });
}

/** Nobody sees what is rendered for all: it takes no message, counts nothing and sets no cookie. */
const unseen = (context: RequestContext): RequestContext => ({
  ...context,
  isAhead: true,
  setCookies: [],
  afterwards: [],
  memo: new Map(),
  answers: new Map(),
});
