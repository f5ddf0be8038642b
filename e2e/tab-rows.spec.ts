import { demoUser } from "./support/every-page";
import { expect, logIn, test } from "./support/test";

test("a row of tabs shows its current one, however narrow the screen", { tag: "@phone" }, async ({
  page,
  viewport,
}) => {
  await logIn(page, demoUser.email, demoUser.password);
  for (const path of ["/partner-program/withdrawals", "/partner-program", "/online-monitoring/guide"]) {
    await page.goto(path);
    const current = page.locator("main .tabs > [aria-current]").first();
    const box = await current.boundingBox();
    expect(box, path).not.toBeNull();
    expect(box?.x, path).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(viewport?.width ?? 0);
    // only the tab row has scrolled, not the page
    expect(await page.evaluate(() => [scrollX, scrollY]), path).toEqual([0, 0]);
  }
});
