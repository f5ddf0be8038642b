import { randomBytes } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { bestBrotli } from "./best-brotli.server";
import { readyOf } from "./ready.server";

const pageOf = (text: string) =>
  readyOf(Buffer.from(`${text} ${randomBytes(2000).toString("hex")}`.repeat(4)), 5);

test("what is read often is sent in fewer bytes, and is the same page", async () => {
  const best = bestBrotli();
  const page = await pageOf("a page");
  for (const _ of [1, 2, 3]) expect(best(page).encoded.br).toBe(page.encoded.br);
  const br = await vi.waitUntil(() => best(page).encoded.br !== page.encoded.br && best(page).encoded.br, {
    timeout: 10_000,
  });
  expect(br.length).toBeLessThan(page.encoded.br?.length ?? 0);
  expect(brotliDecompressSync(br).equals(page.plain)).toBe(true);
  // rendered anew with the same content
  const again = { ...page, encoded: { ...page.encoded } };
  expect(best(again).encoded.br).toBe(br);
  expect(best(again).encoded.gzip).toBe(page.encoded.gzip);
});

test("what few read is sent as it was made", async () => {
  const best = bestBrotli();
  const [often, seldom] = await Promise.all([pageOf("often"), pageOf("seldom")]);
  best(seldom);
  for (const _ of [1, 2, 3]) best(often);
  await vi.waitUntil(() => best(often).encoded.br !== often.encoded.br, { timeout: 10_000 });
  expect(best(seldom).encoded.br).toBe(seldom.encoded.br);
});
