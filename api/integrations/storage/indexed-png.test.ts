import fc from "fast-check";
import sharp from "sharp";
import { expect, it } from "vitest";
import { cardSvg } from "#api/modules/monitoring/picture/card";
import { readBrand } from "#contract/branding/brand";
import { rasterize } from "./image";
import { indexedPng } from "./indexed-png";

const unpacked = (png: Uint8Array) => sharp(png).ensureAlpha().raw().toBuffer();

it("keeps each pixel of a picture of few colours, transparent ones too", async () => {
  // far enough apart that no two are merged
  const colour = fc.tuple(...Array.from({ length: 4 }, () => fc.constantFrom(0, 60, 130, 255)));
  const picture = fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
    .chain(([width, height]) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        pixels: fc.array(colour, { minLength: width * height, maxLength: width * height }),
      }),
    );
  await fc.assert(
    fc.asyncProperty(picture, async ({ width, height, pixels }) => {
      const data = Uint8Array.from(pixels.flat());
      const png = await indexedPng({ data, width, height });
      expect(await sharp(png).metadata()).toMatchObject({ format: "png", width, height, isPalette: true });
      expect([...(await unpacked(png))]).toEqual([...data]);
    }),
    { numRuns: 50 },
  );
});

it("draws more colours than a palette holds with the most frequent ones and those near them", async () => {
  const [width, height] = [64, 64];
  const pixels = Array.from({ length: width * height }, (_, index) =>
    index < 2_000 ? [19, 26, 54, 255] : [index % 256, (index * 7) % 256, (index * 31) % 256, 255],
  );
  const decoded = await unpacked(await indexedPng({ data: Uint8Array.from(pixels.flat()), width, height }));
  expect([...decoded.subarray(0, 4)]).toEqual([19, 26, 54, 255]);
  const seen = new Set(Array.from({ length: width * height }, (_, index) => decoded.readUInt32BE(index * 4)));
  expect(seen.size).toBeLessThanOrEqual(256);
});

it("an account's picture has the brand's colours exactly, and no colour that visibly differs", async () => {
  const brand = readBrand({});
  const svg = cardSvg({
    title: "Trend",
    subtitle: "USD · 1:100",
    span: null,
    brand,
    language: "en",
    origin: "Posted by the terminal",
    values: { growth: 1.42, profit_factor: 1.5, trades: 100 } as never,
    growth: Array.from({ length: 200 }, (_, index) => [
      index * 86_400_000,
      Math.sin(index / 9) + index / 100,
    ]),
  });
  const [rasterized, plain] = [await unpacked(await rasterize(svg)), await unpacked(Buffer.from(svg))];
  const band = Buffer.from(brand.band.band.slice(1), "hex");
  expect(rasterized.subarray(0, 3)).toEqual(band);
  const furthest = plain.reduce(
    (most, value, index) => Math.max(most, Math.abs(value - (rasterized[index] ?? 0))),
    0,
  );
  expect(furthest).toBeLessThanOrEqual(6);
});
