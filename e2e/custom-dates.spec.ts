import { expect, logIn, test } from "./support/test";

const pages = [
  "/balance-operations",
  "/balance-operations/history/deposits",
  "/balance-operations/statement",
  "/partner-program/statistics",
  "/online-monitoring/demo-trend-following",
];

test("a date that does not exist is reported beside its field, where custom dates are typed", async ({
  page,
  translations,
}) => {
  await logIn(page, "anna@demo.test", "demo-password");
  for (const path of pages) {
    await page.goto(`${path}?period=own&from=2026-02-31&to=2026-03-04`);
    const field = page.locator("input[name=from]");
    await expect(field, path).toBeVisible();
    await expect(field, path).toHaveAccessibleDescription(translations("errors")("dateInvalid"));
    await expect(page.locator("input[name=to]"), path).toHaveValue("2026-03-04");
    await expect(page.locator("input[name=to]"), path).not.toHaveAttribute("aria-invalid");
    // the collapsible section with the fields must fit a phone
    await page.setViewportSize({ width: 360, height: 740 });
    const box = await field.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999), path).toBeLessThanOrEqual(360);
  }
});
