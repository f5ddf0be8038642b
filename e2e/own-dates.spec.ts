import { expect, logIn, test } from "./support/test";

const pages = [
  "/balance-operations",
  "/balance-operations/history/deposits",
  "/balance-operations/statement",
  "/partner-program/statistics",
  "/online-monitoring/demo-trend-following",
];

test("a date that does not exist is said beside its field, where own dates are typed", async ({
  page,
  words,
}) => {
  await logIn(page, words, "anna@demo.test", "demo-password");
  for (const path of pages) {
    await page.goto(`${path}?period=own&from=2026-02-31&to=2026-03-04`);
    const field = page.locator("input[name=from]");
    await expect(field, path).toBeVisible();
    await expect(field, path).toHaveAccessibleDescription(words("errors")("dateInvalid"));
    await expect(page.locator("input[name=to]"), path).toHaveValue("2026-03-04");
    await expect(page.locator("input[name=to]"), path).not.toHaveAttribute("aria-invalid");
  }
});
