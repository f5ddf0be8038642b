import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { createDCtx, decompressUsingDict } from "@bokuweb/zstd-wasm";
import { beforeAll, expect, test, vi } from "vitest";
import { compressedFor } from "./compressed.server";
import { namedDictionary, takesDictionaries, useAsDictionary } from "./dictionaries.server";
import { isZstdReady } from "./zstd.server";

const dictionary = Buffer.from(
  `<!DOCTYPE html><html lang="en"><style>${"p{color:red}".repeat(9)}</style><p>Log in</p>`,
);
const page = `<!DOCTYPE html><html lang="en"><style>${"p{color:red}".repeat(9)}</style><p>Серверы Ann's: 2</p>`;
const sha256 = createHash("sha256").update(dictionary).digest();
const name = `:${sha256.toString("base64")}:`;

const asked = (headers: Record<string, string>) => new Request("http://localhost/vps", { headers });
const both = { "accept-encoding": "gzip, deflate, br, zstd, dcb, dcz", "available-dictionary": name };

beforeAll(async () => {
  useAsDictionary(dictionary);
  await vi.waitFor(() => expect(isZstdReady()).toBe(true));
});

test("a document comes by the dictionary that the browser names: its hash, then a frame that it opens", async () => {
  const headers = new Headers();
  const bytes = Buffer.from(compressedFor(asked(both), page, headers) as Uint8Array);
  expect(headers.get("content-encoding")).toBe("dcz");
  expect(headers.get("vary")).toBe("Accept-Encoding, Available-Dictionary");
  expect(headers.get("content-length")).toBe(String(bytes.length));
  // RFC 9842, section 5
  expect(bytes.subarray(0, 8).toString("hex")).toBe("5e2a4d1820000000");
  expect(bytes.subarray(8, 40)).toEqual(sha256);
  const opened = decompressUsingDict(createDCtx(), bytes.subarray(40), dictionary);
  expect(Buffer.from(opened).toString()).toBe(page);
  expect(bytes.length).toBeLessThan(40 + 60);
});

test("one that is not known here, or that the reader takes nothing by, changes nothing", async () => {
  const others = [
    { ...both, "available-dictionary": `:${Buffer.alloc(32, 7).toString("base64")}:` },
    { ...both, "available-dictionary": "nonsense" },
    { ...both, "accept-encoding": "gzip, br" },
    { ...both, "accept-encoding": "br, dcz;q=0" },
    { "accept-encoding": both["accept-encoding"] },
  ];
  for (const other of others) {
    const headers = new Headers();
    expect(namedDictionary(asked(other).headers)).toBeUndefined();
    const bytes = Buffer.from(compressedFor(asked(other), page, headers) as Uint8Array);
    expect(headers.get("content-encoding")).toBe("br");
    expect(headers.get("vary")).toBe("Accept-Encoding, Available-Dictionary");
    expect(brotliDecompressSync(bytes).toString()).toBe(page);
  }
  const headers = new Headers();
  expect(compressedFor(asked({ "accept-encoding": "gzip" }), page, headers)).toBe(page);
  expect(headers.has("content-encoding")).toBe(false);
});

test.each([
  ['"Not:A-Brand";v="8", "Chromium";v="156"', true],
  ['"Chromium";v="130", "Google Chrome";v="130"', true],
  ['"Chromium";v="129"', false],
  ['"Opera";v="130"', false],
  [undefined, false],
])("a browser that says it is %s takes dictionaries: %s", (brands, takes) => {
  expect(takesDictionaries(asked(brands ? { "sec-ch-ua": brands } : {}))).toBe(takes);
});
