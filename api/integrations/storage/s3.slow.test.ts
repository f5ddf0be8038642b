import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { wordsIn } from "#api/lib/answer";
import { randomIds } from "#api/lib/ids";
import { chooseFiles } from "./index";
import { startS3 } from "./testing/s3-server";

let dataDir: string;
let server: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  [server, dataDir] = await Promise.all([startS3(), mkdtemp(join(tmpdir(), "s3-"))]);
});
let moody: Server | undefined;
afterEach(() => {
  moody?.closeAllConnections();
  moody?.close();
});
afterAll(() => Promise.all([server.close(), rm(dataDir, { recursive: true })]));

async function* textStream(text: string) {
  yield Buffer.from(text);
}

/** Starts a server that gives these statuses or documents as responses in turn, and stores the requests. */
async function moodyServer(...answers: (number | string)[]) {
  const requests: Pick<IncomingMessage, "method" | "url" | "headers">[] = [];
  moody = createServer((request, response) => {
    requests.push(request);
    request.resume().on("end", () => {
      const answer = answers.shift() ?? 200;
      response.writeHead(typeof answer === "number" ? answer : 200);
      response.end(typeof answer === "string" ? answer : undefined);
    });
  });
  await new Promise<void>((done) => moody?.listen(0, "127.0.0.1", done));
  const { port } = moody.address() as AddressInfo;
  return {
    requests,
    files: chooseFiles({ dataDir, bucket: { ...server.bucket, endpoint: `http://127.0.0.1:${port}` } }),
  };
}

const unavailable = { name: "ApiError", status: 503, code: "unavailable" };

test("a bucket of more files than one list response holds is listed completely", async () => {
  // by the documentation of ListObjectsV2: the fake server can't continue a list
  const page = (ids: string[], more = "") =>
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>uploads</Name>${more}${ids
      .map((id) => `<Contents><Key>files/${id}</Key><Size>1</Size><ETag>&quot;e&quot;</ETag></Contents>`)
      .join("")}</ListBucketResult>`;
  const ids = Array.from({ length: 1002 }, () => randomIds.id());
  const more = "<IsTruncated>true</IsTruncated><NextContinuationToken>1/a+b=</NextContinuationToken>";
  const foreign = ["../secret", "a folder/", "x"];
  const { requests, files } = await moodyServer(
    page(ids.slice(0, 1000), more),
    page([...ids.slice(1000, 1001), ...foreign]),
  );
  const listed: string[] = [];
  for await (const id of files.list()) listed.push(id);
  expect(listed).toEqual(ids.slice(0, 1001));
  expect(
    requests.map(({ url }) => new URL(url ?? "", "http://s3").searchParams.get("continuation-token")),
  ).toEqual([null, "1/a+b="]);
});

test("an upload is sent with its length and its checksum for the server to verify", async () => {
  const { requests, files } = await moodyServer();
  await files.put(textStream("some bytes"), { limit: 100 });
  expect(requests).toMatchObject([
    {
      method: "PUT",
      headers: {
        "content-length": "10",
        "x-amz-checksum-sha256": createHash("sha256").update("some bytes").digest("base64"),
      },
    },
  ]);
});

test("a failing server is retried, for no longer than the limit", async () => {
  const stumbling = await moodyServer(503, 500, 200);
  expect((await stumbling.files.put(textStream("x"), { limit: 1 })).bytes).toBe(1);
  expect(stumbling.requests).toHaveLength(3);
  moody?.close();
  const down = await moodyServer(503, 503, 503, 200);
  await expect(down.files.put(textStream("x"), { limit: 1 })).rejects.toMatchObject(unavailable);
  // the file may be stored although its response was lost
  expect(down.requests.map(({ method }) => method)).toEqual(["PUT", "PUT", "PUT", "DELETE"]);
});

test("a file that is temporarily unavailable causes an error and does not count as missing", async () => {
  const away = chooseFiles({ dataDir, bucket: { ...server.bucket, endpoint: "http://127.0.0.1:9" } });
  const locked = chooseFiles({ dataDir, bucket: { ...server.bucket, secretAccessKey: "hush" } });
  await Promise.all([
    ...[away, locked].flatMap((files) => [
      expect(files.put(textStream("x"), { limit: 1 })).rejects.toMatchObject(unavailable),
      expect(files.open("0123456789abcdef")).rejects.toMatchObject(unavailable),
      expect(files.remove("0123456789abcdef")).rejects.toMatchObject(unavailable),
    ]),
    expect(away.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable),
  ]);
});

test("the bucket is checked at start, and its problem is described in plain words without a secret", async () => {
  const check = async (changes: object) =>
    wordsIn(await chooseFiles({ dataDir, bucket: { ...server.bucket, ...changes } }).check(), "en");
  expect(await check({})).toMatch("In the bucket cabinet-uploads at http://127.0.0.1:");
  await expect(check({ bucket: "another-bucket" })).rejects.toThrow("no such bucket");
  await expect(check({ accessKeyId: "stranger", secretAccessKey: "hush" })).rejects.toThrow(
    /^the bucket .* can't be used \(S3_…\): .*InvalidAccessKeyId$/,
  );
  await expect(check({ endpoint: "http://127.0.0.1:9" })).rejects.toThrow(/can't be used/);
});
