import type { Page } from "@playwright/test";
import { demoUser } from "./support/every-page";
import { expect, logIn, test } from "./support/test";

/** Defects found only in screenshots (docs/visual-reviews.md), as automated checks. */
const phone = { width: 360, height: 800 };
const tablet = { width: 768, height: 900 };

/** Returns the left edges of the cells of a list, row by row. */
const leftsOf = (page: Page, row: string, cells: string): Promise<number[][]> =>
  page
    .locator(row)
    .evaluateAll(
      (rows, selector) =>
        rows.map((one) =>
          [...one.querySelectorAll(selector)].map((cell) => Math.round(cell.getBoundingClientRect().left)),
        ),
      cells,
    );

test("an activation key is fully visible on a phone", async ({ page, translations }) => {
  const t = translations("accounts");
  await logIn(page, demoUser.email, demoUser.password);
  await page.setViewportSize(phone);
  await page.goto("/online-monitoring/accounts/demo-trend-following/key");
  const key = page.getByLabel(t("activationKey"), { exact: true });
  const value = await key.inputValue();
  expect(value).toMatch(/^[\w-]{16,80}$/);
  const hidden = await key.evaluate((field) => [
    field.scrollWidth - field.clientWidth,
    field.scrollHeight - field.clientHeight,
  ]);
  expect(Math.max(...hidden)).toBeLessThanOrEqual(1);
});

test("accounts, and clients of the network, are aligned in columns at 768 px", async ({ page }) => {
  await logIn(page, demoUser.email, demoUser.password);
  await page.setViewportSize(tablet);
  await page.goto("/online-monitoring/accounts");
  const accounts = await leftsOf(page, ".accounts tbody tr:not(:has(.to-do))", "td:not(.actions)");
  expect(accounts.length).toBeGreaterThan(1);
  for (const row of accounts) expect(row).toEqual(accounts[0]);
  await page.goto("/partner-program/network");
  // level, activity, sums
  const clients = await leftsOf(page, ".tree:not(details .tree) > li .row", ":scope > :nth-child(n + 2)");
  expect(clients.length).toBeGreaterThan(1);
  for (const row of clients) expect(row.slice(1)).toEqual(clients[0]?.slice(1));
});

test("the footer of an upgrade shows the total of the chosen plan before its price is requested", async ({
  page,
}) => {
  await logIn(page, demoUser.email, demoUser.password);
  await page.goto("/vps/servers/annagd93pw/upgrade");
  const visibleFigure = page.locator(".dialog-foot .figure:visible");
  await expect(visibleFigure).toHaveCount(1);
  const tariffs = page.locator(".dialog .choice input[type=radio]");
  for (const index of [1, 0]) {
    await tariffs.nth(index).check();
    await expect(visibleFigure).toHaveCount(1);
    const total = (await visibleFigure.innerText()).split(":").at(-1) ?? "";
    await expect(page.locator(".dialog .choice").nth(index)).toContainText(total.trim());
  }
});

test("if nothing can be withdrawn the page says what is needed", async ({ page, translations }) => {
  const t = translations("partnerFigures");
  await logIn(page, "clara@demo.test", demoUser.password);
  await page.goto("/partner-program/withdrawals");
  await expect(page.locator("#withdrawal").getByText(t("lackNothing"), { exact: true })).toBeVisible();
  await expect(page.locator("#withdrawal")).toContainText(/20[.,]00/);
});
