import type { EntryContext } from "@remix-run/node";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";

type Drawn = Omit<EntryContext, "serverHandoffStream">;

/**
 * The HTML of a page, in one piece. Remix would hand the loaders' data over inside a Suspense boundary, for which React needs its
 * stream: it is written behind the page here, as Remix writes it, and React draws at once into one string
 * (docs/decisions/0205-react-draws-into-a-string.md). Rejects where a component fails.
 *
 * @param draw makes the page of the context that it is given
 */
export async function renderWhole(
  { serverHandoffStream, ...context }: EntryContext,
  nonce: string,
  draw: (context: Drawn) => ReactElement,
): Promise<string> {
  const html = doctype + renderToString(draw({ ...context, manifest: branchOf(context) }));
  const hasScript = context.renderMeta?.didRenderScripts && serverHandoffStream;
  return hasScript ? html + handedOver(await textOf(serverHandoffStream), nonce) : html;
}

/** React's stream says it by itself, its string does not; without it browsers draw as they did for pages of the nineties. */
const doctype = "<!DOCTYPE html>";

/** The manifest with the routes of this page alone: of all others Remix would make routes anew, and match them. */
function branchOf({ manifest, staticHandlerContext }: Drawn): Drawn["manifest"] {
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const own = Object.entries(manifest.routes).filter(([id]) => ids.has(id));
  return { ...manifest, routes: Object.fromEntries(own) };
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>)
    text += decoder.decode(chunk, { stream: true });
  return text;
}

const handedOver = (text: string, nonce: string): string =>
  `<script nonce="${nonce}">window.__remixContext.streamController.enqueue(${asScript(text)});window.__remixContext.streamController.close();</script>`;

/** A text as a literal that can end no element. */
const asScript = (text: string): string =>
  JSON.stringify(text).replace(
    /[&><\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
