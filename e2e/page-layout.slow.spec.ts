import { violationsButOfColour } from "./support/axe";
import { expectWholeTexts } from "./support/clipped-texts";
import { openerBeforeScript } from "./support/open-before-script";
import { complaintsOf } from "./support/open-page";
import { expect, test } from "./support/test";
import { missedTargets } from "./support/touch-targets";
import { atNight, desktop, phone, walkEveryPage } from "./support/walk-every-page";

/** Russian words are the longer ones, so every width is tried with them. */
const everyWidth = [320, 360, 768, 1024, 1440];

/*
 * Each language once. Axe takes as long as everything else together, so it runs here on one screen and without its
 * rules of colour; page-layout.nightly.spec.ts runs it on the phone with script, and those rules in both themes, and
 * tries the phone in English without script.
 */

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
});

test.describe("a phone in Russian", () => {
  test.use({ ...phone, language: "ru", javaScriptEnabled: false });

  test("every page is whole on a phone in Russian without script", async ({
    page,
    playwright,
    baseURL,
    context,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await walkEveryPage({ playwright, baseURL, context }, "ru", async (path) => {
      await page.setViewportSize(phone.viewport);
      await page.goto(path);
      await expect.soft(page.locator("html"), path).toHaveAttribute("lang", "ru");
      expect.soft(await missedTargets(page), `${path}, by a finger`).toEqual([]);
      await expectWholeTexts(page, path, everyWidth);
    });
  });
});
