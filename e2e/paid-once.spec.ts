import type { Page } from "@playwright/test";
import { newClientWith } from "./support/new-client";
import { openPage } from "./support/open-page";
import { expect, test } from "./support/test";

const order = "/vps/order/trader-1";

/** Returns the payload that a page sends on payment if it is cached or open in another window. */
const paidBy = (page: Page) =>
  page
    .getByRole("dialog")
    .locator("form")
    .evaluate((element) =>
      Object.fromEntries([
        ...[...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, String(value)]),
        ["intent", "pay"],
      ]),
    );

test("an older copy of a paid order form does not pay again", async ({ page, translations, mailbox }) => {
  const t = translations("payment");
  await newClientWith(60_00, page, mailbox);
  await page.goto(order);
  const older = await paidBy(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("promoCode"), { exact: true }).fill("NOSUCH1");
  await dialog.getByRole("button", { name: t("apply"), exact: true }).click();
  await expect(dialog.locator("[name=promoCode][aria-invalid=true]")).toBeVisible();
  await dialog.getByLabel(t("promoCode"), { exact: true }).fill("");
  await dialog.getByRole("button", { name: t("pay"), exact: true }).click();
  await expect(page).toHaveURL(/\/vps$/);
  await page.request.post(order, { form: older, headers: { origin: new URL(page.url()).origin } });
  await page.goto("/vps");
  await expect(page.getByRole("rowheader")).toHaveCount(1);
});

test("Back to a paid order, and Pay once more, is the same order", async ({
  page,
  translations,
  mailbox,
}) => {
  // Playwright turns off the back/forward cache; without script the HTTP-cached page has the idempotency key
  const t = translations("payment");
  await newClientWith(60_00, page, mailbox);
  // a browser's first page sets a cookie, which makes the browser reload the page on Back
  await page.goto("/vps");
  await openPage(page, order);
  const pay = page.getByRole("dialog").getByRole("button", { name: t("pay"), exact: true });
  await pay.click();
  await expect(page).toHaveURL(/\/vps$/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${order}$`));
  await pay.click();
  await expect(page).toHaveURL(/\/vps$/);
  await page.goto("/vps");
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  // opening the order again means another server
  await page.goto(order);
  await pay.click();
  await expect(page).toHaveURL(/\/vps$/);
  await expect(page.getByRole("rowheader")).toHaveCount(2);
});
