import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { chromium, expect, test } from "@playwright/test";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import { chromiumPath } from "./support/chromium";
import { demoUser } from "./support/every-page";
import { untilItAnswers } from "./support/global-setup";
import { ownCabinet } from "./support/own-cabinet";
import { pictureOfTheMachine, pinFonts, stableScreenshot } from "./support/stable-screenshot";

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
const machine = "e2e/pictures/machine.png";
const widths = [360, 768, 1024, 1440];
/** A window of this height shows every page whole, so no height needs to be measured for the screenshots. */
const viewportHeight = 1600;

test.describe.configure({ retries: 0 });

test("eight pages match their screenshots, at four widths, in both themes and languages", async () => {
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
    test.skip(
      !(await rendersLikeReference(browser, cabinet.origin)),
      "this machine draws letters another way",
    );
    for (const language of languages)
      for (const colorScheme of ["light", "dark"] as const)
        await takeScreenshots(browser, cabinet.origin, { language, colorScheme });
  } finally {
    await browser.close();
    await cabinet.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/**
 * Returns whether this machine renders a reference page, independent of the product, like the machine on which the
 * screenshots were made. The reference is updated together with them.
 */
async function rendersLikeReference(browser: Browser, baseURL: string): Promise<boolean> {
  const page = await browser.newPage({ baseURL, viewport: { width: 600, height: 300 } });
  const picture = await pictureOfTheMachine(page);
  await page.close();
  if (["all", "changed"].includes(test.info().config.updateSnapshots)) writeFileSync(machine, picture);
  return readFileSync(machine).equals(picture);
}

type Appearance = { language: Language; colorScheme: "light" | "dark" };

/**
 * Takes screenshots of all pages in this theme and language: public pages before the login, phone pages with a touch
 * screen.
 */
async function takeScreenshots(
  browser: Browser,
  baseURL: string,
  { language, colorScheme }: Appearance,
): Promise<void> {
  const open = async (touch: boolean) => {
    const context = await browser.newContext({
      baseURL,
      colorScheme,
      reducedMotion: "reduce",
      bypassCSP: true,
      javaScriptEnabled: false,
      hasTouch: touch,
      isMobile: touch,
      viewport: { width: touch ? 360 : 1440, height: viewportHeight },
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
        await page.setViewportSize({ width, height: viewportHeight });
        const picture = await stableScreenshot(page);
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

async function logIn(page: Page): Promise<void> {
  await page.locator("[name=email]").fill(demoUser.email);
  await page.locator("[name=password]").fill(demoUser.password);
  await page.locator("main form button[value=login]").click();
  await page.waitForURL("**/vps");
}
