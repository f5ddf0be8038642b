import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAssets } from "./assets.server";

const style = ".a{color:red}".repeat(200);
const folder = mkdtempSync(join(tmpdir(), "cabinet-assets-"));
let port = 0;
const server = createServer((asked, answer) => {
  if (!assets.send(asked, answer)) answer.writeHead(404).end("not here");
});
let assets: ReturnType<typeof readAssets>;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/index-x1.css"), style);
  writeFileSync(join(folder, "assets/picture-x2.png"), Buffer.from([1, 2, 3]));
  execFileSync("npx", ["tsx", "bin/precompress.ts", join(folder, "assets")]);
  assets = readAssets(folder);
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** As it is on the wire: `fetch` would decode it. */
async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  const asking = request({ host: "127.0.0.1", port, path, headers, method }).end();
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}

test.each([
  ["br, gzip", "br"],
  ["gzip, deflate", "gzip"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["identity", undefined],
  ["", undefined],
])("who takes %j gets %s, ready made", async (accepted, encoding) => {
  const { status, headers, body } = await ask("/assets/index-x1.css", { "accept-encoding": accepted });
  expect([status, headers["content-encoding"]]).toEqual([200, encoding]);
  expect(headers).toMatchObject({
    vary: "Accept-Encoding",
    "content-type": "text/css; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "content-length": String(body.length),
  });
  const plain = encoding === "br" ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body;
  expect(plain.toString()).toBe(style);
});

test("each encoding has a tag of its own, and who has it gets nothing again", async () => {
  const br = await ask("/assets/index-x1.css", { "accept-encoding": "br" });
  const plain = await ask("/assets/index-x1.css");
  expect(br.headers.etag).not.toBe(plain.headers.etag);
  const again = { "accept-encoding": "br", "if-none-match": `"other", ${br.headers.etag}` };
  const known = await ask("/assets/index-x1.css", again);
  expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, br.headers.etag]);
  expect(known.headers.vary).toBe("Accept-Encoding");
});

test("what is compressed already is sent as it is, HEAD has no body, and the rest is left to others", async () => {
  const picture = await ask("/assets/picture-x2.png", { "accept-encoding": "br" });
  expect([picture.headers["content-encoding"], [...picture.body]]).toEqual([undefined, [1, 2, 3]]);
  const head = await ask("/assets/index-x1.css", {}, "HEAD");
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([
    200,
    0,
    String(style.length),
  ]);
  for (const path of ["/assets/none.js", "/assets/index-x1.css.br", "/assets/..%2fserver", "/assets/"])
    expect((await ask(path)).status, path).toBe(404);
  expect((await ask("/assets/index-x1.css", {}, "POST")).status).toBe(404);
  expect(assets.textOf("/assets/index-x1.css")).toBe(style);
});
