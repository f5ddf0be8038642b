import { newClientWith } from "./support/new-client";
import { expect, test } from "./support/test";

test("a page that has shown another price takes no money, shows the price of now, and pays that", async ({
  page,
  words,
  mailbox,
  javaScriptEnabled,
}) => {
  test.skip(
    javaScriptEnabled !== false,
    "with script React keeps the field, and knows nothing of a value that it did not give",
  );
  const t = words("payment");
  await newClientWith(60_00, page, mailbox);
  await page.goto("/vps/order/trader-1");
  const dialog = page.getByRole("dialog");
  const pay = dialog.getByRole("button", { name: t("pay"), exact: true });
  // as a page that was opened before the price was changed
  await dialog.locator("input[name=agreed]").evaluate((field: HTMLInputElement) => {
    field.value = "1=100";
  });
  await pay.click();
  await expect(dialog.getByText(words("api")("priceDiffers"))).toBeVisible();
  await expect(page).toHaveURL(/\/vps\/order\/trader-1/);
  await expect(dialog.locator(".dialog-foot [data-months='1']")).toContainText(/9[.,]00/);
  await pay.click();
  await expect(page).toHaveURL(/\/vps$/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
});
