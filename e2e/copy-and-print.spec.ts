import type { Page } from "@playwright/test";
import { logInAsDemo } from "./support/every-page";
import { expect, test } from "./support/test";

const shared = "/online-monitoring/demo-trend-following";
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.describe("copying", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"], javaScriptEnabled: true });

  test("a shared page's link is copied by one press", async ({ page, translations }) => {
    await page.goto(`${shared}?period=year`);
    await page.locator("summary", { hasText: translations("statistics")("copyLink") }).click();
    await expect(
      page.getByRole("status").filter({ hasText: translations("common")("copied") }),
    ).toBeVisible();
    expect(await copied(page)).toBe(new URL(shared, page.url()).href);
  });

  test("each badge code has a copy button", async ({ page, translations }) => {
    await page.goto(`${shared}/badge`);
    const copy = page.getByRole("button", { name: translations("common")("copy"), exact: true });
    const codes = page.locator("main code");
    await expect(copy).toHaveCount(await codes.count());
    await copy.nth(1).click();
    await expect(page.getByRole("status").nth(1)).toHaveText(translations("common")("copied"));
    expect(await copied(page)).toBe(await codes.nth(1).textContent());
  });
});

test.describe("copying without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the link unfolds to be selected, and is labelled as a link", async ({ page, translations }) => {
    const t = translations("statistics");
    await page.goto(shared);
    const fold = page.locator("details", { hasText: t("copyLinkText") });
    await expect(fold.locator("summary")).toHaveText(t("link"), { useInnerText: true });
    await fold.locator("summary").click();
    await expect(fold.locator("code")).toBeVisible();
  });
});

const receipts = "/balance-operations/history/deposits";

test.describe("printing", () => {
  test.use({ javaScriptEnabled: true });

  test("a receipt and a statement print, however they were opened", async ({ page, translations }) => {
    const t = translations("history");
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute("data-printed", "");
    });
    await logInAsDemo(page.request);
    await page.goto(receipts);
    await page.locator('main a[href*="/receipt/"]').first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("receiptTitle"));
    for (const address of [page.url(), "/balance-operations/statement"]) {
      await page.goto(address);
      await page.getByRole("button", { name: t("print"), exact: true }).click();
      await expect(page.locator("body")).toHaveAttribute("data-printed");
      await expect(page.locator("noscript p")).toHaveCount(0);
    }
  });
});

test.describe("printing without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a statement explains how to print it", async ({ page, translations }) => {
    const t = translations("history");
    await logInAsDemo(page.request);
    await page.goto("/balance-operations/statement");
    await expect(page.locator("noscript p", { hasText: t("printHint") })).toBeVisible();
    await expect(page.getByRole("button", { name: t("print"), exact: true })).toBeHidden();
  });
});
