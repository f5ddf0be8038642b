import { violationsButOfColour, violationsOfColour } from "./support/axe";
import { clippedTexts } from "./support/clipped-texts";
import { openPage } from "./support/open-page";
import { expect, test } from "./support/test";
import { missedTargets } from "./support/touch-targets";
import { atNight, desktop, phone, walkEveryPage } from "./support/walk-every-page";

test.describe("a desktop in English", () => {
  test.use({ ...desktop, language: "en" });

  test("every page has its contrasts in both themes", async ({ page, playwright, baseURL, context }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await walkEveryPage({ playwright, baseURL, context }, "en", async (path) => {
      await page.emulateMedia({ colorScheme: "light" });
      await openPage(page, path);
      expect.soft(await violationsOfColour(page), `${path}, light`).toEqual([]);
      await atNight(page, path);
      expect.soft(await violationsOfColour(page), `${path}, dark`).toEqual([]);
    });
  });
});

test.describe("a phone in Russian", () => {
  test.use({ ...phone, language: "ru" });

  // colours are checked on the desktop
  test("every page is accessible on a phone", async ({ page, playwright, baseURL, context }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await walkEveryPage({ playwright, baseURL, context }, "ru", async (path) => {
      await openPage(page, path);
      expect.soft(await violationsButOfColour(page), path).toEqual([]);
    });
  });
});

test.describe("a phone in English", () => {
  test.use({ ...phone, language: "en", javaScriptEnabled: false });

  test("every page is whole on a phone without script", async ({ page, playwright, baseURL, context }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await walkEveryPage({ playwright, baseURL, context }, "en", async (path) => {
      await page.setViewportSize(phone.viewport);
      await page.goto(path);
      expect.soft(await missedTargets(page), `${path}, by a finger`).toEqual([]);
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await clippedTexts(page), `${path}, ${width} px`).toEqual([]);
      }
    });
  });
});
