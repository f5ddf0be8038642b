import { daySeconds } from "#contract/day";

/**
 * Returns a response that downloads a file and never renders it as a page of this site, so that no script in it runs.
 * Images still work in an `<img>`.
 */
export function download(
  file: { stream: ReadableStream<Uint8Array>; bytes: number },
  { name, kind }: { name: string; kind: string },
): Response {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return new Response(file.stream, {
    headers: {
      "content-type": kind,
      "content-length": String(file.bytes),
      "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": `private, max-age=${daySeconds}, immutable`,
    },
  });
}
