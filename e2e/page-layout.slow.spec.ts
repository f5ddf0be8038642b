import { expectWholeTexts } from "./support/clipped-texts";
import { expect, test } from "./support/test";
import { missedTargets } from "./support/touch-targets";
import { phone, walkEveryPage } from "./support/walk-every-page";

/** Russian words are the longer ones, so every width is tried with them; other screens are tested at night. */
const everyWidth = [320, 360, 768, 1024, 1440];

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
