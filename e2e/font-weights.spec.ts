import { demoUser } from "./support/every-page";
import { expect, logIn, test } from "./support/test";

/** Counts the visible texts of a page, and the bold ones. */
const weigh = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const count = { all: 0, bold: 0 };
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.nodeValue?.trim() || !parent?.checkVisibility() || parent.closest("script, template")) continue;
    count.all += 1;
    if (Number(getComputedStyle(parent).fontWeight) >= 600) count.bold += 1;
  }
  return count;
};

for (const path of ["/balance-operations", "/vps", "/online-monitoring/accounts", "/partner-program"])
  test(`of the texts of ${path} few are bold`, async ({ page }) => {
    await logIn(page, demoUser.email, demoUser.password);
    await page.goto(path);
    const { all, bold } = await page.evaluate(weigh);
    expect(bold / all).toBeLessThan(1 / 3);
  });
