import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";

/** The built files, from memory: each in the encodings that the build made of it, ready to be sent. */
export type Assets = {
  /** Answers a request for a built file; false where it is for anything else. */
  send: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The text of a built file by its address. */
  textOf: (path: string) => string | undefined;
};

type Asset = { type: string; tag: string; plain: Buffer; encoded: Partial<Record<Encoding, Buffer>> };
type Encoding = (typeof encodings)[number];

/** The better first. */
const encodings = ["br", "gzip"] as const;
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

/** Reads what was built into `folder`, which holds `assets/`; nothing where nothing was. Kinds of files that are not known here are left to who stands behind. */
export function readAssets(folder: string): Assets {
  const assets = new Map<string, Asset>();
  for (const [name, plain] of filesOf(join(folder, "assets"))) {
    const type = types[extname(name)];
    if (type) assets.set(prefix + name, { type, tag: tagOf(plain), plain, encoded: {} });
  }
  for (const [name, bytes] of filesOf(join(folder, "assets")))
    for (const encoding of encodings) {
      const asset = assets.get(prefix + name.slice(0, -endings[encoding].length));
      if (asset && name.endsWith(endings[encoding])) asset.encoded[encoding] = bytes;
    }
  return {
    send: (request, response) => {
      const asset = assets.get(request.url?.split("?")[0] ?? "");
      if (!asset || (request.method !== "GET" && request.method !== "HEAD")) return false;
      send(asset, request, response);
      return true;
    },
    textOf: (path) => assets.get(path)?.plain.toString(),
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

const tagOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64url").slice(0, 16);

/** The name of a file is that of its content, so that it may be kept for ever. */
function send(
  { type, tag, plain, encoded }: Asset,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const accepted = acceptedBy(String(request.headers["accept-encoding"] ?? ""));
  const encoding = encodings.find((one) => encoded[one] && accepted(one));
  const bytes = (encoding && encoded[encoding]) || plain;
  const etag = `"${tag}${encoding ? `-${encoding}` : ""}"`;
  response.setHeader("cache-control", "public, max-age=31536000, immutable");
  response.setHeader("vary", "Accept-Encoding");
  response.setHeader("etag", etag);
  if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag))
    return void response.writeHead(304).end();
  response.setHeader("content-type", type);
  response.setHeader("content-length", bytes.length);
  if (encoding) response.setHeader("content-encoding", encoding);
  response.writeHead(200).end(request.method === "HEAD" ? undefined : bytes);
}

/** Which encodings a header takes (RFC 9110, 12.5.3): named with a weight above zero, else as `*` says. */
function acceptedBy(header: string): (encoding: Encoding) => boolean {
  const weights = new Map(
    header
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
        const weight = parameters.find((text) => text.startsWith("q="))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight)] as const;
      }),
  );
  return (encoding) => (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
}

let built: Assets | undefined;

/** What this cabinet was built with; the development server has nothing in memory. */
export function builtAssets(): Assets {
  built ??= readAssets(import.meta.env.PROD ? "build/client" : "no build");
  return built;
}
