import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotliCompressed = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** What lies in memory, ready to be sent as it is: made once, for everybody. */
export type Ready = {
  /** What tells this content from any other. */
  tag: string;
  plain: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
};
type Encoding = (typeof encodings)[number];

/** The better first. */
export const builtEncodings = ["br", "gzip"] as const;
const encodings = ["dcz", ...builtEncodings] as const;

export const tagOf = (bytes: Buffer): string =>
  createHash("sha256").update(bytes).digest("base64url").slice(0, 16);

/** What brotli is told of content that is there whole; its quality is 11 at best. */
export const brotliParams = (bytes: Buffer, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
});

const brotli = (bytes: Buffer, quality: number): Promise<Buffer<ArrayBuffer>> =>
  brotliCompressed(bytes, { params: brotliParams(bytes, quality) });

/** Ways to write how far back a repeat lies. Which is the shortest depends on the content, by up to a hundred bytes. */
const distances = [
  { postfix: 0, direct: 0 },
  { postfix: 1, direct: 12 },
  { postfix: 2, direct: 8 },
  { postfix: 2, direct: 60 },
  { postfix: 3, direct: 120 },
] as const;

/** The fewest bytes of brotli, one way after the other: five times what quality 11 takes. */
export async function shortestBrotli(plain: Buffer): Promise<Buffer<ArrayBuffer>> {
  let best: Buffer<ArrayBuffer> | undefined;
  for (const { postfix, direct } of distances) {
    const made = await brotliCompressed(plain, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    });
    if (!best || made.length < best.length) best = made;
  }
  return best ?? Buffer.from(plain);
}

/** Makes content ready, in both encodings; `quality` is brotli's. */
export async function readyOf(plain: Buffer, quality: number | "shortest"): Promise<Ready> {
  const made = quality === "shortest" ? shortestBrotli(plain) : brotli(plain, quality);
  const [br, gz] = await Promise.all([made, gzipped(plain)]);
  return { tag: tagOf(plain), plain, encoded: { br, gzip: gz } };
}

/** Whether a request only reads. */
export const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/** Answers with a file whose name is that of its content, so that it may be kept for ever. */
export function sendFile(
  file: Ready & { type: string },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader("content-type", file.type);
  response.setHeader("cache-control", "public, max-age=31536000, immutable");
  response.setHeader("vary", `Accept-Encoding${file.encoded.dcz ? ", Available-Dictionary" : ""}`);
  sendReady(file, request, response);
}

/** Answers with the best that the reader takes, or 304 where they have it; other headers stand on the answer already. */
export function sendReady(
  { tag, plain, encoded }: Ready,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const accepted = acceptedBy(String(request.headers["accept-encoding"] ?? ""));
  const encoding = encodings.find((one) => encoded[one] && accepted(one));
  const bytes = (encoding && encoded[encoding]) || plain;
  const etag = `"${tag}${encoding ? `-${encoding}` : ""}"`;
  response.setHeader("etag", etag);
  if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag))
    return void response.writeHead(304).end();
  response.setHeader("content-length", bytes.length);
  if (encoding) response.setHeader("content-encoding", encoding);
  response.writeHead(200).end(request.method === "HEAD" ? undefined : bytes);
}

/** Which encodings an `Accept-Encoding` takes (RFC 9110, 12.5.3): named with a weight above zero, else as `*` says. */
export function acceptedBy(header: string): (encoding: string) => boolean {
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
