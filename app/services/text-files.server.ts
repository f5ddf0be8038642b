import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { builtAssets } from "./assets.server";
import { packedTexts } from "./locale.server";
import type { Ready } from "./ready.server";
import { sendReady, tagOf } from "./ready.server";

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Kinds of pages in both languages; more are asked for only by who tries addresses. */
const filesKept = 400;
const ready = new Map<string, Promise<Ready>>();
const address = /^\/texts\/(\w+)\/([\w.]+)\.([\w-]+)\.js$/;

/** What Remix knows of routes, and what `entry.client.tsx` finds the texts of its page in: one request less than a file of each. */
const textOf = (language: string, namespaces: readonly string[]): string =>
  `${builtAssets().manifest}\nglobalThis.pageTexts=${JSON.stringify([language, Object.fromEntries(namespaces.map((name) => [name, packedTexts(language, name)]))])}`;

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 8);
const hashes = new Map<string, string>();

/**
 * The address of a file with the texts of some namespaces (and of what Remix knows of routes), which is kept for ever: its name has what its content is told by. Pages
 * of one kind have one such file (docs/decisions/0199).
 */
export function addressOfTexts(language: string, namespaces: readonly string[]): string {
  const names = namespaces.join(".");
  const key = `${language}/${names}`;
  const hash = hashes.get(key) ?? hashOf(textOf(language, namespaces));
  hashes.set(key, hash);
  return `/texts/${key}.${hash}.js`;
}

/** Answers a request for a file of texts; false where it is for anything else, or for texts that this release has not. */
export function sendTexts(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = "", language = "", names = "", hash] = address.exec(request.url ?? "") ?? [];
  const namespaces = names.split(".");
  if (!path || !namespaces.every((name) => packedTexts(language, name))) return false;
  const file = ready.get(path) ?? readyFile(path, textOf(language, namespaces), hash);
  if (!file) return false;
  response.setHeader("content-type", "text/javascript; charset=utf-8");
  response.setHeader("cache-control", "public, max-age=31536000, immutable");
  response.setHeader("vary", "Accept-Encoding");
  file.then(
    (one) => sendReady(one, request, response),
    () => response.destroy(),
  );
  return true;
}

function readyFile(path: string, text: string, hash: string | undefined): Promise<Ready> | undefined {
  if (hashOf(text) !== hash) return undefined;
  const plain = Buffer.from(text);
  const made = Promise.all([compressed.br(plain), compressed.gzip(plain)]).then(([br, gz]) => ({
    tag: tagOf(plain),
    plain,
    encoded: { br, gzip: gz },
  }));
  if (ready.size >= filesKept) ready.clear();
  ready.set(path, made);
  return made;
}
