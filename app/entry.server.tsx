import { randomBytes } from "node:crypto";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { NonceContext } from "#app/components/nonce";
import { SheetContext } from "#app/components/page-styles";
import { fetchAhead } from "#app/services/ahead.server";
import { builtAssets } from "#app/services/assets.server";
import { withIcon } from "#app/services/brand.server";
import { compressedFor } from "#app/services/compressed.server";
import { namedDictionary } from "#app/services/dictionaries.server";
import { letGoOfLeft } from "#app/services/left-pages.server";
import { log } from "#app/services/log.server";
import { renderWhole } from "#app/services/render-whole.server";
import { requestContext } from "#app/services/request-context.server";
import { seam } from "#app/services/seam.server";
import { contentSecurityPolicy } from "#app/services/security-headers.server";
import { shorterDocument } from "#app/services/shorter-document.server";
import { withStarter } from "#app/services/starter.server";
import { nextFile } from "#app/services/styles.server";
import { addressOfTexts } from "#app/services/text-files.server";
import { withUsedStyles } from "#app/services/used-styles.server";
import { wholeAnswer } from "#app/services/whole-answers.server";
import styles from "#app/styles/index.css?url";
import { defaultLanguage } from "#contract/languages";

export { seam };

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  _loadContext: AppLoadContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const whole = await renderWhole(remixContext, nonce, (context) => (
    <NonceContext.Provider value={nonce}>
      <SheetContext.Provider value={standIn}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </SheetContext.Provider>
    </NonceContext.Provider>
  ));
  const dictionary = namedDictionary(request.headers);
  const page = withStarter(
    withIcon(withUsedStyles(whole, dictionary?.names, builtAssets().textOf)),
    textsOf(remixContext),
  );
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", contentSecurityPolicy([`'nonce-${nonce}'`]));
  if (status === 503) headers.set("retry-after", "5");
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-cache");
  headers.append("vary", "Cookie, Save-Data");
  // for the next page, once this one has all it needs
  const next = await nextFile(request, styles, languageIn(remixContext));
  if (next) headers.append("link", next.link);
  if (next?.setCookie) headers.append("set-cookie", next.setCookie);
  await letGoOfLeft(request, headers);
  fetchAhead(request, headers, { hasScript: page.includes("<script") });
  // what the browser has of it already is spelled as it is there
  const sent = dictionary ? page : shorterDocument(page, { isCounted: isCounted(remixContext) });
  const body = compressedFor(request, sent, headers);
  if (!(body instanceof Uint8Array)) return new Response(body, { status, headers });
  // whose length is said needs no last piece that says that it has ended: one write to the socket less
  headers.set("content-length", String(body.byteLength));
  return wholeAnswer(body, { status, headers });
}

/** The sheet's path stands in the page for its text, until it is known what of it the page needs. */
const standIn = (path: string) => (builtAssets().textOf(path) === undefined ? undefined : path);

const loadedIn = (context: EntryContext["staticHandlerContext"]) =>
  context.loaderData as Record<string, WithTexts>;

const languageIn = ({ staticHandlerContext }: EntryContext): string =>
  loadedIn(staticHandlerContext).root?.language ?? defaultLanguage;

/** Whether a route says `handle = { counted: true }`: its page is weighed to the last bytes (docs/decisions/0210). */
const isCounted = ({ staticHandlerContext }: EntryContext): boolean =>
  staticHandlerContext.matches.some(
    ({ route }) => (route.handle as { counted?: boolean } | undefined)?.counted === true,
  );

/** The address of the texts that this page's loaders named; none where not even the root's could be loaded. */
function textsOf({ staticHandlerContext }: EntryContext): string | undefined {
  const loaded = loadedIn(staticHandlerContext);
  const namespaces = new Set(Object.values(loaded).flatMap((data) => Object.keys(data?.texts ?? {})));
  return loaded.root?.language && addressOfTexts(loaded.root.language, [...namespaces]);
}

type WithTexts = { texts?: object; language?: string } | undefined;

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  // such as a POST to a page without an action: the log of requests has it, and nothing of ours has failed
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error(
    { err: error, path: new URL(request.url).pathname, requestId: requestContext().requestId },
    "a page failed",
  );
}
