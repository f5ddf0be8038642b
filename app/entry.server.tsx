import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext } from "#app/components/nonce";
import { log } from "#app/services/log.server";
import { requestContext } from "#app/services/request-context.server";
import { contentSecurityPolicy } from "#app/services/security-headers.server";
import "#app/services/process.server";

/**
 * Nothing is deferred, so a page goes out in one piece: cheaper than a stream, and compressed better.
 * `renderToString` will not do: Remix hands the loaders' data over inside a Suspense boundary.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  _loadContext: AppLoadContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const page = await renderWhole(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", contentSecurityPolicy(nonce));
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-cache");
  headers.append("vary", "Cookie, Save-Data");
  return new Response(page, { status, headers });
}

/** The HTML of a page, once all of it is there. */
function renderWhole(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: (error) => log.error({ err: error }, "a component failed"),
    });
  });
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  log.error(
    { err: error, path: new URL(request.url).pathname, requestId: requestContext().requestId },
    "a page failed",
  );
}
