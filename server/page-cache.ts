import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { AppLoadContext } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { boundedCache, versionedCache } from "#api/lib/cache";
import { paths } from "#app/paths";
import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import { sourceText } from "#app/services/content.server";
import { cabinetCookie } from "#app/services/cookies.server";
import { isFirstVisit, stylesCookie } from "#app/services/first-visit.server";
import { languageOf } from "#app/services/locale.server";
import { log } from "#app/services/log.server";
import { contextOf, isPrefetch, runInContext } from "#app/services/request-context.server";
import { themeOf } from "#app/services/theme.server";
import { countView } from "#app/services/views.server";
import * as contract from "#contract/monitoring/index";
import type { TextName } from "#contract/texts/index";
import { loadContextOf } from "./create-app";

/** Lifetime of a cached version, since other processes may change the content. */
const ttlMs = 1_000;

/**
 * Caches versions of account pages: at most one API request per second and account. A response of this process to any
 * request that may change data clears them, so that a client sees changes at once.
 */
function pageVersions() {
  const versions = boundedCache<Promise<string | null>>(
    { name: "page versions", maxBytes: 4 * 2 ** 20 },
    ttlMs,
  );

  async function fetchVersion(id: string, caller: Caller): Promise<string | null> {
    const answer = await callApi(caller, contract.pageVersion, { monitoringId: id }).catch(() => null);
    return answer?.version ?? null;
  }

  async function fetchTextVersion(name: TextName, caller: Caller): Promise<string> {
    const { version, markdown } = await sourceText(caller, name);
    return `${version} ${createHash("sha256").update(markdown).digest("base64url")}`;
  }

  function getOrFetch(key: string, loadVersion: () => Promise<string | null>): Promise<string | null> {
    const cached = versions.get(key);
    if (cached) return cached;
    const version = loadVersion();
    versions.set(key, version);
    return version;
  }

  const forget = () => versions.clear();

  return {
    of: (id: string, caller: Caller) => getOrFetch(id, () => fetchVersion(id, caller)),
    /** Returns the version of a legal text in the caller's language. */
    ofText: (name: TextName, caller: Caller) =>
      getOrFetch(`${name} ${caller.language}`, () => fetchTextVersion(name, caller)),
    /**
     * Clears the versions at the start of a write request and again after its response, so that later requests see
     * the change.
     */
    forgetAfter({ method }: IncomingMessage, response: ServerResponse): void {
      if (method === "GET" || method === "HEAD") return;
      forget();
      response.once("finish", forget);
      response.once("close", forget);
    },
  };
}

const brotliCompressed = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Renders a page with Remix. */
export type Render = (request: Request, load: AppLoadContext) => Promise<Response>;

type CachedPage = {
  etag: string;
  headers: readonly (readonly [name: string, value: string])[];
  bodies: Record<"identity" | "br" | "gzip", Buffer>;
};

/** About 500 pages with their compressed forms. */
const maxBytes = 32 * 2 ** 20;
/** Higher than for pages compressed for a single viewer; 9 would take as long as rendering. */
const brotliQuality = 7;

/**
 * Serves pages that are the same for all visitors from memory, rendered once per change: a shared account's page by
 * its row's version, the legal texts by theirs. Personal pages go to Remix.
 *
 * @param version of the build
 */
export function pageCache(render: Render, version: string): RequestHandler {
  const cache = versionedCache<CachedPage | null>({ name: "pages", maxBytes });
  const versions = pageVersions();

  async function find(request: ExpressRequest, load: AppLoadContext, response: ExpressResponse) {
    const asVisitor = visitorsRequest(request);
    const accountId = accountOf(request.path);
    const text = legalTexts.get(request.url);
    if (!asVisitor || !(accountId || text)) return null;
    return runInContext(contextOf(load, asVisitor), async () => {
      const language = await languageOf(asVisitor);
      const userAgent = asVisitor.headers.get("user-agent") ?? "";
      const caller: Caller = { token: null, language, userAgent, browser: null };
      const pageVersion = text
        ? await versions.ofText(text, caller)
        : await versions.of(accountId ?? "", caller);
      if (!pageVersion) return null;
      if (accountId) await countView(caller, accountId);
      const isFirst = await isFirstVisit(asVisitor, version);
      const saveData = asVisitor.headers.get("save-data");
      const key = [language, await themeOf(asVisitor), isFirst, saveData, request.url].join("\n");
      const page = await cache(key, pageVersion, {
        compute: () => renderForAll(render, asVisitor, load),
        isPermanent: (rendered) => !accountId && rendered !== null,
      });
      if (page && isFirst && !isPrefetch()) response.append("set-cookie", await stylesCookie(version));
      return page;
    });
  }

  return async (request, response, next) => {
    versions.forgetAfter(request, response);
    if (request.method !== "GET") return next();
    const load = loadContextOf(response);
    const page = await find(request, load, response).catch((error: unknown) => {
      log.error({ err: error, path: request.path, requestId: load.requestId }, "a page was not cached");
      return null;
    });
    if (page) send(page, request, response);
    else next();
  };
}

const legalTexts = new Map<string, TextName>([
  [paths.publicOffer, "public-offer"],
  [paths.privacyPolicy, "privacy-policy"],
]);
const accountPages = paths.monitoringPage("");

function accountOf(pathname: string): string | undefined {
  const id = pathname.slice(accountPages.length);
  return pathname.startsWith(accountPages) && /^[\w-]{1,60}$/.test(id) ? id : undefined;
}

/** Cookies that do not affect these pages. */
const ignoredCookies = ["browser", "form-key", "partner-code", "partner-click"] as const;
/**
 * Cookies that the page may read: those of the key, and `closed-alert`, which only a client's page uses. A request with
 * any other cookie goes to Remix.
 */
const keyCookies = ["language", "account-language", "theme", "styles", "closed-alert"];

/** Returns the request reduced to what the page depends on; null if the page may be personal. */
function visitorsRequest({ url, headers }: ExpressRequest): Request | null {
  const address = new URL(url, "http://localhost");
  if (address.searchParams.has("ref")) return null;
  const cookies = (headers.cookie ?? "").split(/;\s*/).filter(Boolean);
  const nameOf = (cookie: string) => cookie.split("=")[0] ?? "";
  const known = new Set([...ignoredCookies.map((name) => cabinetCookie(name).name), ...keyCookies]);
  if (!cookies.every((cookie) => known.has(nameOf(cookie)))) return null;
  return new Request(address, {
    headers: {
      cookie: cookies.filter((cookie) => keyCookies.includes(nameOf(cookie))).join("; "),
      "user-agent": headers["user-agent"] ?? "",
      // makes forms render without a token: a visitor's choice of theme or language needs none (guard.server.ts)
      "sec-fetch-site": "none",
      ...(headers["save-data"] === "on" && { "save-data": "on" }),
      ...Object.fromEntries(
        prefetchHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
      ),
    },
  });
}

const prefetchHeaders = ["sec-purpose", "purpose", "x-moz"];

/** Returns null if the page can't be shared: it failed, sets a cookie, or allows script by a nonce. */
async function renderForAll(
  render: Render,
  request: Request,
  load: AppLoadContext,
): Promise<CachedPage | null> {
  const response = await render(request, { ...load, isForCache: true }).catch(() => null);
  const policy = response?.headers.get("content-security-policy") ?? "'nonce-";
  if (response?.status !== 200 || response.headers.has("set-cookie") || policy.includes("'nonce-"))
    return null;
  const identity = Buffer.from(await response.text());
  const [br, gz] = await Promise.all([
    brotliCompressed(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    gzipped(identity),
  ]);
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 16);
  return { etag, headers: [...response.headers], bodies: { identity, br, gzip: gz } };
}

function send(
  { etag, headers, bodies }: CachedPage,
  request: ExpressRequest,
  response: ExpressResponse,
): void {
  const encoding = request.acceptsEncodings(["br", "gzip", "identity"]) || "identity";
  const body = bodies[encoding as keyof typeof bodies];
  for (const [name, value] of headers) response.set(name, value);
  response.vary("Accept-Encoding").set("etag", `"${etag}-${encoding}"`);
  if (request.fresh) return void response.status(304).end();
  if (encoding !== "identity") response.set("content-encoding", encoding);
  response.set("content-length", String(body.byteLength)).end(body);
}
