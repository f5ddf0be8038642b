import { createHash, randomBytes } from "node:crypto";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { InlineStylesContext } from "#app/components/inline-styles";
import { PageScriptContext } from "#app/components/page-script";
import { deferredHydrationScript } from "#app/services/deferred-hydration.server";
import {
  isFirstVisit,
  prefetchLink,
  rulesOf,
  sheetsOf,
  stylesCookie,
} from "#app/services/first-visit.server";
import * as guard from "#app/services/guard-build.server";
import { log } from "#app/services/log.server";
import { clearCacheAfterLogout } from "#app/services/logout-cache.server";
import { contextOf, requestContext, runInContext } from "#app/services/request-context.server";
import { contentSecurityPolicy, securityHeaders } from "#app/services/security-headers.server";
import { addressOfTexts } from "#app/services/translation-files.server";
import { defaultLanguage } from "#contract/languages";

/** Wraps the build's routes with the guard, for `build/server/guarded.js` and the development server. */
export const guardBuild = guard.guardBuild;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  return runInContext(contextOf(loadContext, request), async () => {
    const { serverHandoffStream, ...context } = remixContext;
    const styles = await inlineStyles(request, remixContext);
    const nonce = randomBytes(16).toString("base64");
    const script = hasScript(request, remixContext) && serverHandoffStream;
    const page = script && { nonce, loaderData: await textOf(script), inlineScript: deferredHydrationScript };
    const html = renderToString(
      <InlineStylesContext.Provider value={() => styles?.rules}>
        <PageScriptContext.Provider value={page || null}>
          <RemixServer context={withTextsInManifest(context)} url={request.url} nonce={nonce} />
        </PageScriptContext.Provider>
      </InlineStylesContext.Provider>,
    );
    const allowed = [...(styles ? [hashOf(styles.rules)] : []), ...(page ? [`'nonce-${nonce}'`] : [])];
    headers.set("content-type", "text/html; charset=utf-8");
    headers.set("content-security-policy", contentSecurityPolicy(allowed));
    for (const [name, value] of Object.entries(securityHeaders("text/html", status)))
      if (!headers.has(name)) headers.set(name, value);
    if (status === 503) headers.set("retry-after", "5");
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-cache");
    headers.append("vary", "Cookie, Save-Data");
    if (styles) headers.append("link", prefetchLink(styles.sheets));
    if (styles && !requestContext().isPrefetch)
      headers.append("set-cookie", await stylesCookie(remixContext.manifest.version));
    // lets the browser prefetch hovered links; pages with script prefetch themselves
    if (!page && !savesData(request)) headers.set("speculation-rules", `"/speculation-rules.json"`);
    await clearCacheAfterLogout(request, headers);
    return new Response(`<!DOCTYPE html>${html}`, { status, headers });
  });
}

/** Prevents caching of loader data, which is as personal as its page; adds security headers, for `remix-serve`. */
export function handleDataRequest(
  response: Response,
  { context, request }: LoaderFunctionArgs | ActionFunctionArgs,
): Response {
  runInContext(contextOf(context, request), () => {
    const { headers, status } = response;
    const added = securityHeaders(headers.get("content-type") ?? "", status);
    for (const [name, value] of Object.entries({ "cache-control": "no-store", ...added }))
      if (!headers.has(name)) headers.set(name, value);
  });
  return response;
}

const savesData = (request: Request) => request.headers.get("save-data") === "on";

const hasScript = (request: Request, { routeModules, staticHandlerContext }: EntryContext): boolean =>
  !savesData(request) &&
  !staticHandlerContext.matches.some(({ route }) => {
    const handle = routeModules[route.id]?.handle as { script?: boolean } | undefined;
    return handle?.script === false;
  });

/**
 * Returns the style sheets to inline into the document of a first visit, so that nothing else blocks the first paint.
 */
async function inlineStyles(request: Request, context: EntryContext) {
  if (!import.meta.env.PROD || !(await isFirstVisit(request, context.manifest.version))) return null;
  const sheets = sheetsOf(context);
  return { sheets, rules: rulesOf(sheets) };
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += decoder.decode(read.value, { stream: true });
  return text;
}

type WithTexts = { texts?: object; language?: string } | undefined;

/**
 * Makes Remix import its manifest from the file that also contains the page's translations
 * (`translation-files.server.ts`).
 */
function withTextsInManifest(context: EntryContext): EntryContext {
  const loaded = context.staticHandlerContext.loaderData as Record<string, WithTexts>;
  if (!import.meta.env.PROD || !loaded.root?.language) return context;
  const namespaces = new Set(Object.values(loaded).flatMap((data) => Object.keys(data?.texts ?? {})));
  const url = addressOfTexts(loaded.root.language ?? defaultLanguage, [...namespaces]);
  return { ...context, manifest: { ...context.manifest, url } };
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (request.signal.aborted) return;
  // such as a POST to a page without an action: it is in the request log, and the app has not failed
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const { requestId } = contextOf(context, request);
  log.error({ err: error, path: new URL(request.url).pathname, requestId }, "a page failed");
}
