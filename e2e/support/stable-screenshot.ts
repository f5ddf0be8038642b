import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import sharp from "sharp";

/**
 * Takes a screenshot once two in a row are equal, and compresses it. On a busy machine the first one may miss late
 * painting.
 */
export async function stableScreenshot(page: Page): Promise<Buffer> {
  await waitForLayout(page);
  let last = await page.screenshot();
  for (let again = 0; again < 10; again++) {
    const next = await page.screenshot();
    if (next.equals(last)) return small(next);
    last = next;
  }
  throw new Error(`${page.url()} looks another way each time`);
}

/** Waits until fonts are loaded and the layout is done. */
async function waitForLayout(page: Page): Promise<void> {
  // without script on the page no animation frames fire
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((font) => font.load()));
    await document.fonts.ready;
    return document.body.offsetHeight;
  });
}

const fontOf = (weight: string) =>
  readFileSync(`node_modules/@expo-google-fonts/pt-sans/${weight}/PTSans_${weight}.ttf`, "base64");
const face = (weight: number, name: string) =>
  `@font-face{font-family:Pinned;font-weight:${weight};src:url(data:font/ttf;base64,${fontOf(name)})}`;
const pinnedFace = `${face(400, "400Regular")}${face(700, "700Bold")}*,::before,::after{font-family:Pinned!important;caret-color:transparent!important}`;

/** Uses one font on every machine: the product uses system fonts, which differ. */
export async function pinFonts(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === "/pinned.css",
    (route) => route.fulfill({ contentType: "text/css", body: pinnedFace }),
  );
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const answer = await route.fetch({ maxRedirects: 0 });
      if (!answer.headers()["content-type"]?.includes("text/html") || answer.status() >= 300)
        return route.fulfill({ response: answer });
      const body = (await answer.text()).replace(
        "</head>",
        '<link rel="stylesheet" href="/pinned.css"></head>',
      );
      return route.fulfill({ response: answer, body });
    },
  );
}

/** Colour levels per channel. */
const steps = 8;

/**
 * Scales the screenshot to half its size and reduces it to the same palette for every screenshot. A palette chosen
 * for each would change completely with a single pixel. Pages have fewer colours than a palette holds.
 */
async function small(picture: Buffer): Promise<Buffer> {
  const { width = 0 } = await sharp(picture).metadata();
  const { data, info } = await sharp(picture)
    .resize(Math.round(width / 2))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const step = 255 / (steps - 1);
  const coarse = data.map((value) => Math.round(Math.round(value / step) * step));
  return sharp(coarse, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png({ palette: true, colours: 256, dither: 0, compressionLevel: 9 })
    .toBuffer();
}

/** Characters that the pinned font lacks, and controls that the browser draws. */
const referencePage = `<!doctype html><html lang="en"><head></head><body>
<p>Tradehost 0123456789 Серверы ↑ → ↓ − ⋯ ▲ ▼ ● ‹ › … № ©</p>
<input type="file"><select><option>One</option></select><input type="checkbox" checked><input type="radio">
<input type="date"><textarea></textarea><progress value="0.4"></progress><details open><summary>More</summary></details>
</body></html>`;

/**
 * Takes a screenshot of a reference page independent of the product. If it differs on this machine, the pages differ
 * too.
 */
export async function pictureOfTheMachine(page: Page): Promise<Buffer> {
  await page.route("**/drawn-by-the-machine", (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: referencePage }),
  );
  await page.goto("/drawn-by-the-machine");
  await page.addStyleTag({ content: pinnedFace });
  return stableScreenshot(page);
}
