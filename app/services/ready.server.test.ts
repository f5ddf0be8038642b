import { randomBytes } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { readyOf } from "./ready.server";

test("what is made for good is the same content in no more bytes than by quality 11", async () => {
  const plain = Buffer.from(`${randomBytes(2000).toString("hex")} `.repeat(4));
  const [usual, shortest] = await Promise.all([readyOf(plain, 11), readyOf(plain, "shortest")]);
  expect(brotliDecompressSync(shortest.encoded.br ?? "").equals(plain)).toBe(true);
  expect(shortest.encoded.br?.length).toBeLessThanOrEqual(usual.encoded.br?.length ?? 0);
  expect([shortest.tag, shortest.encoded.gzip]).toEqual([usual.tag, usual.encoded.gzip]);
});
