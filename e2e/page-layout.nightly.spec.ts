import { violationsButOfColour, violationsOfColour } from "./support/axe";
import { expectWholeTexts } from "./support/clipped-texts";
import { openerBeforeScript } from "./support/open-before-script";
import { complaintsOf, openPage } from "./support/open-page";
import { expect, test } from "./support/test";
import { missedTargets } from "./support/touch-targets";
import { atNight, desktop, phone, walkEveryPage } from "./support/walk-every-page";

test.describe("a desktop in English", () => {
  test.use({ ...desktop, language: "en" });

  test("every page is whole, accessible and still on a desktop in English with script", async ({
    page,
    playwright,
    baseURL,
    context,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const complaints = complaintsOf(page);
    const open = await openerBeforeScript(page);
    await walkEveryPage({ playwright, baseURL, context }, "en", async (path) => {
      await page.setViewportSize(desktop.viewport);
      await page.emulateMedia({ colorScheme: "light" });
      await open(path);
      await expect.soft(page.locator("html"), path).toHaveAttribute("lang", "en");
      expect.soft(await violationsButOfColour(page), path).toEqual([]);
      await atNight(page, path);
      await expectWholeTexts(page, path, [1024, 1440]);
    });
    expect(complaints, "in the browser's console").toEqual([]);
  });

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

  // colours are checked on the desktop; without script it is in page-layout.slow.spec.ts
  test("every page is whole, accessible and still on a phone with script", async ({
    page,
    playwright,
    baseURL,
    context,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const complaints = complaintsOf(page);
    const open = await openerBeforeScript(page);
    await walkEveryPage({ playwright, baseURL, context }, "ru", async (path) => {
      await page.setViewportSize(phone.viewport);
      await open(path);
      expect.soft(await violationsButOfColour(page), path).toEqual([]);
      expect.soft(await missedTargets(page), `${path}, by a finger`).toEqual([]);
      await expectWholeTexts(page, path, [320, 360]);
    });
    expect(complaints, "in the browser's console").toEqual([]);
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
      await expectWholeTexts(page, path, [320, 360]);
    });
  });
});
