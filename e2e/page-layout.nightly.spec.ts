import { violationsButOfColour, violationsOfColour } from "./support/axe";
import { openPage } from "./support/open-page";
import { expect, test } from "./support/test";
import { atNight, desktop, phone, walkEveryPage } from "./support/walk-every-page";

test.describe("a desktop in English", () => {
  test.use({ ...desktop, language: "en" });

  test("the dark theme of every page has its contrasts", async ({ page, playwright, baseURL, context }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await walkEveryPage({ playwright, baseURL, context }, "en", async (path) => {
      await page.emulateMedia({ colorScheme: "light" });
      await openPage(page, path);
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
