import type { Page } from "@playwright/test";
import { violationsButOfColour } from "./support/axe";
import { clippedTexts } from "./support/clipped-texts";
import { movedSince, recordPositions } from "./support/element-positions";
import { complaintsOf, triggerHydration, waitForHydration } from "./support/open-page";
import { expect, test } from "./support/test";
import { missedTargets } from "./support/touch-targets";
import { atNight, desktop, phone, walkEveryPage } from "./support/walk-every-page";

/** Russian words are the longer ones, so every width is tried with them. */
const everyWidth = [320, 360, 768, 1024, 1440];

/**
 * Each language once, with script, which Axe and the layout-shift checks need; the phone in Russian goes through the
 * widths of desktops too. Axe takes as long as everything else together, so it runs here on one screen and without
 * its rules of colour; page-layout.nightly.spec.ts runs it on the phone, those rules in both themes, and tries the phone
 * in English without script.
 */
const variants = [
  {
    title: "a desktop in English with script",
    screen: desktop,
    language: "en",
    widths: [1024, 1440],
  },
  {
    title: "a phone in Russian with script",
    screen: phone,
    language: "ru",
    widths: everyWidth,
  },
] as const;

for (const { title, screen, language, widths } of variants)
  test.describe(title, () => {
    test.use({ ...screen, language, javaScriptEnabled: true });

    test(`every page is whole, accessible and still on ${title}`, async ({
      page,
      playwright,
      baseURL,
      context,
    }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      const complaints = complaintsOf(page);
      const open = await openerWithScript(page);
      const checkPage = async (path: string) => {
        await page.setViewportSize(screen.viewport);
        await page.emulateMedia({ colorScheme: "light" });
        await open(path);
        await expect.soft(page.locator("html"), path).toHaveAttribute("lang", language);
        if (screen.hasTouch) expect.soft(await missedTargets(page), `${path}, by a finger`).toEqual([]);
        else {
          expect.soft(await violationsButOfColour(page), path).toEqual([]);
          await atNight(page, path);
        }
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          expect.soft(await clippedTexts(page), `${path}, ${width} px`).toEqual([]);
        }
      };
      await walkEveryPage({ playwright, baseURL, context }, language, checkPage);
      expect(complaints, "in the browser's console").toEqual([]);
    });
  });

/**
 * Returns a function that opens a page and delays its script until element positions are recorded, to check that
 * hydration moves nothing clickable.
 */
async function openerWithScript(page: Page): Promise<(path: string) => Promise<void>> {
  let release = () => {};
  let released = Promise.resolve();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return async (path) => {
    released = new Promise((resolve) => {
      release = resolve;
    });
    await page.goto(path);
    expect.soft(await recordPositions(page), `${path} has something to press`).toBeGreaterThan(0);
    await triggerHydration(page);
    release();
    await waitForHydration(page);
    expect.soft(await movedSince(page), `${path}, when its script comes`).toEqual([]);
  };
}
