import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { cardSvg } from "#api/modules/monitoring/picture/card";
import { readBrand } from "#contract/branding/brand";
import { kindOf, safeName } from "./file-kind";
import { rasterize, redraw, squares, UnreadableImage } from "./image";

const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
/** Left half red, right half blue. */
const halves = async (width: number, height: number) =>
  picture(width, height)
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: "blue" } },
        left: width / 2,
        top: 0,
      },
    ])
    .png()
    .toBuffer();
const blob = (bytes: Uint8Array | string) => new Blob([bytes as BlobPart]);

describe("type of a file", () => {
  it("is detected from its bytes", async () => {
    expect(await kindOf(blob(await picture().jpeg().toBuffer()))).toBe("image/jpeg");
    expect(await kindOf(blob(await picture().png().toBuffer()))).toBe("image/png");
    expect(await kindOf(blob(await picture().gif().toBuffer()))).toBe("image/gif");
    expect(await kindOf(blob(await picture().webp().toBuffer()))).toBe("image/webp");
    expect(await kindOf(blob("%PDF-1.7\n%âãÏÓ\n"))).toBe("application/pdf");
    for (const content of [
      "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "<!doctype html>",
      "MZ\u0090",
      "",
      "PK\u0003\u0004",
    ])
      expect(await kindOf(blob(content))).toBeNull();
  });

  it("determines the file extension; the name can't lead to another path", () => {
    expect(safeName("снимок экрана.PNG", "image/png")).toBe("снимок экрана.png");
    expect(safeName("../../etc/passwd", "image/gif")).toBe("passwd.gif");
    expect(safeName("C:\\temp\\a.exe", "application/pdf")).toBe("a.pdf");
    expect(safeName('a"\r\nX: y<b>.png', "image/png")).toBe("aX yb.png");
    expect(safeName("‮gpj.exe", "image/jpeg")).toBe("gpj.jpg");
    expect(safeName(".png", "image/png")).toBe("file.png");
    expect(safeName(`${"я".repeat(300)}.png`, "image/png")).toHaveLength(84);
  });
});

describe("re-encoded picture", () => {
  it("keeps its look and loses hidden data", async () => {
    const jpeg = await picture()
      .withExif({ IFD0: { Copyright: "secret person" }, IFD3: { GPSLatitudeRef: "N" } })
      .jpeg()
      .toBuffer();
    const original = Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>")]);
    expect(original.includes("secret person")).toBe(true);
    const redrawn = await redraw(original, "image/jpeg");
    expect(redrawn.includes("secret person")).toBe(false);
    expect(redrawn.includes("<script>")).toBe(false);
    const metadata = await sharp(redrawn).metadata();
    expect([metadata.format, metadata.width, metadata.height, metadata.exif]).toEqual([
      "jpeg",
      60,
      40,
      undefined,
    ]);
  });

  it("is rotated upright", async () => {
    const lying = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height, orientation } = await sharp(await redraw(lying, "image/jpeg")).metadata();
    expect([width, height, orientation]).toEqual([40, 60, undefined]);
  });

  it("stays animated", async () => {
    const frames = await Promise.all(
      ["red", "blue", "green"].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(await redraw(moving, "image/gif")).metadata()).pages).toBe(3);
  });

  it("is rejected if it is cut, is no picture, or would unpack to too much", async () => {
    const whole = await halves(600, 400);
    await expect(redraw(whole.subarray(0, whole.length / 2), "image/png")).rejects.toThrow(UnreadableImage);
    await expect(redraw(Buffer.from("\x89PNG\r\n\x1a\nrubbish"), "image/png")).rejects.toThrow(
      UnreadableImage,
    );
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "white" } })
      .png()
      .toBuffer();
    expect(bomb.byteLength).toBeLessThan(1024 * 1024);
    await expect(redraw(bomb, "image/png")).rejects.toThrow(UnreadableImage);
  });
});

it("an account's preview has a palette, and no colour that visibly differs", async () => {
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
  const preview = await rasterize(svg);
  expect(await sharp(preview).metadata()).toMatchObject({ format: "png", isPalette: true });
  const unpacked = (picture: Uint8Array) => sharp(picture).ensureAlpha().raw().toBuffer();
  const [rasterized, plain] = [await unpacked(preview), await unpacked(Buffer.from(svg))];
  const differences = plain.map((value, index) => Math.abs(value - (rasterized[index] ?? 0)));
  const band = differences.subarray(0, 3);
  expect(Math.max(...band)).toBeLessThanOrEqual(1);
  // edges between two colours
  expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThanOrEqual(24);
});

it("previews are rendered one after the other, and each of many concurrent calls gets its own", async () => {
  const svg = (n: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n + 1}" height="2"><rect width="9" height="9"/></svg>`;
  const previews = await Promise.all(Array.from({ length: 40 }, (_, n) => rasterize(svg(n))));
  const widths = await Promise.all(previews.map(async (one) => (await sharp(one).metadata()).width));
  expect(widths).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
});

describe("square crop of a picture", () => {
  const colour = async (bytes: Uint8Array) => {
    const { channels } = await sharp(bytes).stats();
    return channels.map((channel) => Math.round(channel.mean / 255));
  };

  it("is the middle, in every size", async () => {
    const images = await squares(await picture(300, 100).png().toBuffer(), [128, 64]);
    const sizes = await Promise.all(
      images.map(async (one) =>
        (({ format, width, height }) => [format, width, height])(await sharp(one).metadata()),
      ),
    );
    expect(sizes).toEqual([
      ["webp", 128, 128],
      ["webp", 64, 64],
    ]);
  });

  it("is the selected area, kept inside the picture", async () => {
    const image = await halves(200, 100);
    expect(await colour((await squares(image, [32], { left: 0, top: 0, size: 1 }))[0] as Buffer)).toEqual([
      1, 0, 0,
    ]);
    expect(await colour((await squares(image, [32], { left: 0.5, top: 0, size: 1 }))[0] as Buffer)).toEqual([
      0, 0, 1,
    ]);
    expect(await colour((await squares(image, [32], { left: 5, top: -3, size: 0.5 }))[0] as Buffer)).toEqual([
      0, 0, 1,
    ]);
  });
});
