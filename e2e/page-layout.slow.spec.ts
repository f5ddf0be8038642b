import type { Page } from "@playwright/test";
import { violations, violationsButOfColour, violationsOfColour } from "./support/axe";
import { brokenWords } from "./support/broken-words";
import { everyPage, logInAsDemo } from "./support/every-page";
import { localeState } from "./support/locale-state";
import { askForScript, complaintsOf, takenOver } from "./support/open-page";
import { movedSince, rememberPlaces } from "./support/places";
import { expect, test } from "./support/test";
import { missedTargets } from "./support/touch-targets";

const desktop = { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const everyWidth = [320, 360, 768, 1024, 1440];

/**
 * Each screen once with each language, and once with and without script. Axe and the layout-shift checks need script.
 */
const looks = [
  {
    title: "a desktop in English with script",
    screen: desktop,
    language: "en",
    javaScriptEnabled: true,
    widths: everyWidth,
  },
  {
    title: "a phone in Russian with script",
    screen: phone,
    language: "ru",
    javaScriptEnabled: true,
    widths: everyWidth,
  },
  {
    title: "a desktop in Russian without script",
    screen: desktop,
    language: "ru",
    javaScriptEnabled: false,
    widths: [768, 1440],
  },
  {
    title: "a phone in English without script",
    screen: phone,
    language: "en",
    javaScriptEnabled: false,
    widths: [320, 360],
  },
] as const;

for (const { title, screen, language, javaScriptEnabled, widths } of looks)
  test.describe(title, () => {
    test.use({ ...screen, language, javaScriptEnabled });

    test(`every page is whole, accessible and still on ${title}`, async ({
      page,
      playwright,
      baseURL,
      context,
    }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const options = { baseURL, storageState: localeState(language, baseURL) };
      const [visitor, client] = [
        await playwright.request.newContext(options),
        await playwright.request.newContext(options),
      ];
      const pages = await everyPage(visitor, client);
      expect(pages.visitor.length).toBeGreaterThanOrEqual(5);
      expect(pages.client.length).toBeGreaterThanOrEqual(40);
      const complaints = complaintsOf(page);
      const open = javaScriptEnabled ? await openerWithScript(page) : (path: string) => page.goto(path);
      const look = async (path: string) => {
        await page.setViewportSize(screen.viewport);
        await page.emulateMedia({ colorScheme: "light" });
        await open(path);
        await expect.soft(page.locator("html"), path).toHaveAttribute("lang", language);
        // colours are the same at every width, so touch screens skip them
        const axe = screen.hasTouch ? violationsButOfColour : violations;
        if (javaScriptEnabled) expect.soft(await axe(page), path).toEqual([]);
        if (screen.hasTouch) expect.soft(await missedTargets(page), `${path}, by a finger`).toEqual([]);
        else await lookAtNight(page, path, javaScriptEnabled);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          expect.soft(await brokenWords(page), `${path}, ${width} px`).toEqual([]);
        }
      };
      for (const { path } of pages.visitor) await look(path);
      await logInAsDemo(context.request);
      for (const { path } of pages.client) await look(path);
      expect(complaints, "in the browser's console").toEqual([]);
      await Promise.all([visitor.dispose(), client.dispose()]);
    });
  });

/**
 * Returns a function that opens a page and delays its script until element positions are recorded, to check that
 * hydration moves nothing clickable.
 */
async function openerWithScript(page: Page): Promise<(path: string) => Promise<void>> {
  let letScriptCome = () => {};
  let came = Promise.resolve();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await came;
    await route.continue().catch(() => undefined);
  });
  return async (path) => {
    came = new Promise((resolve) => {
      letScriptCome = resolve;
    });
    await page.goto(path);
    expect.soft(await rememberPlaces(page), `${path} has something to press`).toBeGreaterThan(0);
    await askForScript(page);
    letScriptCome();
    await takenOver(page);
    expect.soft(await movedSince(page), `${path}, when its script comes`).toEqual([]);
  };
}

/** Checks the colours of the dark theme, which are the same at every width. */
async function lookAtNight(page: Page, path: string, hasScript: boolean): Promise<void> {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const day = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background, `${path} has a dark theme`).not.toBe(day);
  if (hasScript) expect.soft(await violationsOfColour(page), `${path}, dark`).toEqual([]);
}
