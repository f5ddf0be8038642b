import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import type { Ready } from "./ready.server";
import { builtEncodings, isRead, sendFile, tagOf } from "./ready.server";

/** The built files, from memory: each in the encodings that the build made of it, ready to be sent. */
export type Assets = {
  /** Answers a request for a built file; false where it is for anything else. */
  send: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The text of a built file by its address. */
  textOf: (path: string) => string | undefined;
  /** The text of Remix's file of routes (`manifestAddress`). */
  manifest: string;
  /** What documents may be compressed by (docs/decisions/0200): of each language one, with its address. */
  dictionaries: readonly { path: string; language: string; file: Asset }[];
};

export type Asset = Ready & { type: string };

const endings = { br: ".br", gzip: ".gz" };

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const prefix = "/assets/";
/** The address of the file in which Remix names the routes to the browser. */
export const manifestAddress = /\/assets\/manifest-\w+\.js/;

const dictionaryAddress = /^\/assets\/dictionary-(\w+)-\w+\.txt$/;

/** Reads what was built into `folder`, which holds `assets/`; nothing where nothing was. Kinds of files that are not known here are left to who stands behind. */
export function readAssets(folder: string): Assets {
  const assets = new Map<string, Asset>();
  for (const [name, plain] of filesOf(join(folder, "assets"))) {
    const type = types[extname(name)];
    if (type) assets.set(prefix + name, { type, tag: tagOf(plain), plain, encoded: {} });
  }
  for (const [name, bytes] of filesOf(join(folder, "assets")))
    for (const encoding of builtEncodings) {
      const asset = assets.get(prefix + name.slice(0, -endings[encoding].length));
      if (asset && name.endsWith(endings[encoding])) asset.encoded[encoding] = bytes;
    }
  const texts = new Map<string, string>();
  return {
    send: (request, response) => {
      const asset = assets.get(request.url?.split("?")[0] ?? "");
      if (!asset || !isRead(request)) return false;
      sendFile(asset, request, response);
      return true;
    },
    textOf: (path) => {
      const text = texts.get(path) ?? assets.get(path)?.plain.toString();
      if (text !== undefined) texts.set(path, text);
      return text;
    },
    dictionaries: [...assets].flatMap(([path, file]) => {
      const [, language] = dictionaryAddress.exec(path) ?? [];
      return language ? [{ path, language, file }] : [];
    }),
    manifest: [...assets].find(([path]) => manifestAddress.test(path))?.[1].plain.toString() ?? "",
  };
}

function filesOf(folder: string): [name: string, bytes: Buffer][] {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    return files.map(({ name }) => [name, readFileSync(join(folder, name))]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

let built: Assets | undefined;

/** What this cabinet was built with; the development server has nothing in memory. */
export function builtAssets(): Assets {
  built ??= readAssets(import.meta.env.PROD ? "build/client" : "no build");
  return built;
}
