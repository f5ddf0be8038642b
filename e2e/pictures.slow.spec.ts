import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { chromium, expect, test } from "@playwright/test";
import sharp from "sharp";
import { chromiumPath } from "./support/chromium";
import { demoPerson } from "./support/every-page";
import { untilItAnswers } from "./support/global-setup";
import { ownCabinet } from "./support/own-cabinet";

const pages = {
  login: "/login",
  servers: "/vps",
  server: "/vps/servers/annafx2k7m",
  order: "/vps/order/trader-2",
  accounts: "/online-monitoring/accounts",
  shared: "/online-monitoring/demo-trend-following",
  balance: "/balance-operations",
  ticket: "/support/demoticket0",
};
const widths = [360, 768, 1024, 1440];
/** A window as high as this is shown whole: nothing has to be measured before it is known how high a picture is. */
const shown = 1600;

test.describe.configure({ retries: 0 });
test.skip(!process.env.PICTURES, "by hand: two of the pictures still differ from run to run (decision 0188)");

test("eight pages look as they did, at four widths, by day and night, in both languages", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "cabinet-pictures-"));
  chmodSync(dataDir, 0o711);
  const clock = pathToFileURL("e2e/support/pinned-clock.mjs").href;
  const cabinet = await ownCabinet({
    args: ["--demo"],
    env: { NODE_OPTIONS: `--import ${clock}`, API_URL: "", DATA_DIR: dataDir, LOG_LEVEL: "warn" },
  });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--disable-lcd-text"],
  });
  try {
    await untilItAnswers(`${cabinet.origin}/readyz`, cabinet.process);
    for (const language of ["en", "ru"] as const)
      for (const colorScheme of ["light", "dark"] as const)
        await lookAt(browser, cabinet.origin, { language, colorScheme });
  } finally {
    await browser.close();
    await cabinet.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

type Look = { language: "en" | "ru"; colorScheme: "light" | "dark" };

/** Every page by this theme and language: visitors' ones before the login, the phone's as a phone shows them. */
async function lookAt(browser: Browser, baseURL: string, { language, colorScheme }: Look): Promise<void> {
  const open = async (touch: boolean) => {
    const context = await browser.newContext({
      ...{ baseURL, colorScheme, reducedMotion: "reduce", bypassCSP: true, javaScriptEnabled: false },
      ...{ hasTouch: touch, isMobile: touch, viewport: { width: touch ? 360 : 1440, height: shown } },
    });
    const value = Buffer.from(JSON.stringify(language)).toString("base64");
    await context.addCookies([{ name: "language", value: encodeURIComponent(value), url: baseURL }]);
    return context.newPage();
  };
  for (const touch of [true, false]) {
    const page = await open(touch);
    await pinFonts(page);
    for (const [name, path] of Object.entries(pages)) {
      if (path === pages.servers) await logIn(page);
      await page.goto(path);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      for (const width of widths.filter((one) => (one === 360) === touch)) {
        await page.setViewportSize({ width, height: shown });
        await settled(page);
        const picture = await small(await stillPicture(page));
        expect
          .soft(picture, `${name}, ${width} px, ${colorScheme}, ${language}`)
          .toMatchSnapshot(`${name}-${width}-${colorScheme}-${language}.png`, {
            threshold: 0.15,
            maxDiffPixelRatio: 0.002,
          });
      }
    }
    await page.context().close();
  }
}

/** The page once it looks the same twice running: what a busy machine paints late is not yet in the first of them. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last = await page.screenshot();
  for (let again = 0; again < 10; again++) {
    const next = await page.screenshot();
    if (next.equals(last)) return next;
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

async function logIn(page: Page): Promise<void> {
  await page.locator("[name=email]").fill(demoPerson.email);
  await page.locator("[name=password]").fill(demoPerson.password);
  await page.locator("main form button[value=login]").click();
  await page.waitForURL("**/vps");
}

/** One face for every machine: the product has the system's, and these differ. */
async function pinFonts(page: Page): Promise<void> {
  const fontOf = (weight: string) =>
    readFileSync(`node_modules/@expo-google-fonts/pt-sans/${weight}/PTSans_${weight}.ttf`, "base64");
  const face = (weight: number, name: string) =>
    `@font-face{font-family:Pinned;font-weight:${weight};src:url(data:font/ttf;base64,${fontOf(name)})}`;
  const css = `${face(400, "400Regular")}${face(700, "700Bold")}*,::before,::after{font-family:Pinned!important;caret-color:transparent!important}`;
  await page.route(
    (url) => url.pathname === "/pinned.css",
    (route) => route.fulfill({ contentType: "text/css", body: css }),
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
