import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import sharp from "sharp";

/**
 * What a window shows, once it looks the same twice running, as small as it is kept: what a busy machine paints late is not yet in the
 * first of them.
 */
export async function stillPicture(page: Page): Promise<Buffer> {
  await settled(page);
  let last = await page.screenshot();
  for (let again = 0; again < 10; again++) {
    const next = await page.screenshot();
    if (next.equals(last)) return small(next);
    last = next;
  }
  throw new Error(`${page.url()} looks another way each time`);
}

/** Its fonts are there and what was laid out by others is laid out by them. */
async function settled(page: Page): Promise<void> {
  // without script on the page no frame is told of
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

/** One face for every machine: the product has the system's, and these differ. */
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

/** Steps of each of red, green and blue that are told apart. */
const steps = 8;

/**
 * Half as large, in the same colours for every picture: chosen for each by what is in it, one point more would change them all. Pages
 * have fewer of them than a palette holds.
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

/** What pages show that the pinned face has not, and what the browser draws by itself. */
const drawnByTheMachine = `<!doctype html><html lang="en"><head></head><body>
<p>Tradehost 0123456789 Серверы ↑ → ↓ − ⋯ ▲ ▼ ● ‹ › … № ©</p>
<input type="file"><select><option>One</option></select><input type="checkbox" checked><input type="radio">
<input type="date"><textarea></textarea><progress value="0.4"></progress><details open><summary>More</summary></details>
</body></html>`;

/** A page that is nobody's, as this machine draws it: where it looks another way, pages do too, whatever the product does. */
export async function pictureOfTheMachine(page: Page): Promise<Buffer> {
  await page.route("**/drawn-by-the-machine", (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: drawnByTheMachine }),
  );
  await page.goto("/drawn-by-the-machine");
  await page.addStyleTag({ content: pinnedFace });
  return stillPicture(page);
}
