import type { IncomingMessage, ServerResponse } from "node:http";
import { onEveryPage } from "#locales/translate";
import { builtAssets } from "./assets.server";
import { packedTexts } from "./locale.server";
import type { Ready } from "./ready.server";
import { isRead, readyOf, sendFile, tagOf } from "./ready.server";
import { routesInColumns } from "./routes-in-columns.server";

/** Kinds of pages in both languages; more are asked for only by who tries addresses. */
const filesKept = 400;
const ready = new Map<string, Promise<Ready>>();
const address = /^\/texts\/(\w+)\/([\w.]+)\.([\w-]+)\.js$/;

let routes: string | undefined;
const routesOfTheBuild = (): string => {
  routes ??= routesInColumns(builtAssets().manifest, builtAssets().textOf);
  return routes;
};

/** What Remix knows of routes, and what `entry.client.tsx` finds the texts of its page in: one request less than a file of each. */
function contentOf(language: string, namespaces: readonly string[]): Buffer {
  const names = [...onEveryPage, ...namespaces];
  const texts = Object.fromEntries(names.map((name) => [name, packedTexts(language, name)]));
  return Buffer.from(`${routesOfTheBuild()}\nglobalThis.pageTexts=${JSON.stringify([language, texts])}`);
}

const tags = new Map<string, string>();

/**
 * The address of a file with the texts of some namespaces (and of what Remix knows of routes), which is kept for ever: its name has what
 * its content is told by. Pages of one kind have one such file (docs/decisions/0199).
 */
export function addressOfTexts(language: string, namespaces: readonly string[]): string {
  const key = `${language}/${namespaces.join(".")}`;
  const tag = tags.get(key) ?? tagOf(contentOf(language, namespaces));
  tags.set(key, tag);
  return `/texts/${key}.${tag}.js`;
}

/** Answers a request for a file of texts; false where it is for anything else, or for texts that this release has not. */
export function sendTexts(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = "", language = "", names = "", tag = ""] = address.exec(request.url ?? "") ?? [];
  const namespaces = names.split(".");
  if (!path || !isRead(request) || !namespaces.every((name) => packedTexts(language, name))) return false;
  const file = ready.get(path) ?? readyFile(path, contentOf(language, namespaces), tag);
  file?.then(
    (one) => sendFile({ ...one, type: "text/javascript; charset=utf-8" }, request, response),
    () => response.destroy(),
  );
  return file !== undefined;
}

function readyFile(path: string, content: Buffer, tag: string): Promise<Ready> | undefined {
  if (tagOf(content) !== tag) return undefined;
  const made = readyOf(content, 11);
  if (ready.size >= filesKept) ready.clear();
  ready.set(path, made);
  return made;
}
