import { newClientWith } from "./support/new-client";
import { rentServer } from "./support/renter";
import { expect, test } from "./support/test";

test("a page with an outdated price charges nothing, shows the current price, and then charges that", async ({
  page,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  test.skip(
    javaScriptEnabled !== false,
    "with script React keeps the field, and knows nothing of a value that it did not give",
  );
  const t = translations("payment");
  await newClientWith(60_00, page, mailbox);
  await page.goto("/vps/order/trader-1");
  const dialog = page.getByRole("dialog");
  const pay = dialog.getByRole("button", { name: t("pay"), exact: true });
  // like a page that was opened before the price changed
  await dialog.locator("input[name=agreed]").evaluate((field: HTMLInputElement) => {
    field.value = "1=100";
  });
  await pay.click();
  await expect(dialog.getByText(translations("api")("priceDiffers"))).toBeVisible();
  await expect(page).toHaveURL(/\/vps\/order\/trader-1/);
  await expect(dialog.locator(".dialog-foot [data-months='1']")).toContainText(/9[.,]00/);
  await pay.click();
  await expect(page).toHaveURL(/\/vps$/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
});

test("a renewal asks once more where the server was renewed since its page was opened", async ({
  page,
  translations,
  mailbox,
}) => {
  const t = translations("payment");
  const { api } = await newClientWith(60_00, page, mailbox);
  const id = await rentServer(api, "trader-1");
  await page.goto(`/vps/servers/${id}/renewal`);
  const dialog = page.getByRole("dialog");
  const pay = dialog.getByRole("button", { name: t("pay"), exact: true });
  const end = dialog.locator("[data-months='1'] dd").first();
  const displayedEnd = await end.innerText();
  await api.call("POST", `/vps/servers/${id}/renewal`, { months: 1 });
  await pay.click();
  await expect(dialog.getByText(translations("api")("periodDiffers"))).toBeVisible();
  await expect(end).not.toHaveText(displayedEnd);
  await pay.click();
  await expect(page).toHaveURL(/\/vps$/);
});

/** Returns the sums of money in a text as integers in cents: "$1,234.50" and "1 234,50 $" are 123450. */
const centsIn = (text: string) => {
  const sums = text.match(/\d[\d\s\u00a0\u202f,]*[.,]\d\d(?!\d)/g) ?? [];
  return Number((sums.at(-1) ?? "").replace(/\D/g, ""));
};

test("an upgrade asks for confirmation of its sum and downtime, and charges the confirmed sum", async ({
  page,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  const t = translations("upgrade");
  const id = await rentServer((await newClientWith(150_00, page, mailbox)).api, "trader-1");
  const address = `/vps/servers/${id}/upgrade`;
  await page.goto(address);
  const dialog = page.getByRole("dialog");
  const pay = dialog.getByRole("button", { name: t("payUpgrade", { amount: "" }).trim() });
  const date = dialog.getByLabel(t("date"), { exact: true });
  const firstDay = Date.parse((await date.getAttribute("min")) ?? "");
  await dialog.locator("[name=rateId]").nth(2).check();
  await date.fill(new Date(firstDay + 5 * 86_400_000).toISOString().slice(0, 10));
  await dialog.getByRole("button", { name: t("upgradeButton"), exact: true }).click();
  await expect(page).toHaveURL(/confirm=1/);
  const question = dialog.getByRole("status").filter({ has: page.locator("[name=intent][value=pay]") });
  await expect(question).toContainText("Trader 8");
  const total = centsIn(await pay.innerText());
  expect(centsIn((await question.innerText()).split("?")[0] ?? "")).toBe(total);
  if (javaScriptEnabled === false) {
    // like a dialog that was opened before the price changed; with script React restores the field
    await dialog.locator("input[name=agreed]").evaluate((field: HTMLInputElement) => {
      field.value = field.value.replace(/=\d+$/, "=1");
    });
    await pay.click();
    await expect(dialog.getByText(translations("api")("priceDiffers"))).toBeVisible();
    expect(centsIn(await pay.innerText())).toBe(total);
  }
  await pay.click();
  await expect(page).toHaveURL(/\/vps$/);
  await page.goto(address);
  expect(centsIn(await dialog.locator("dl").innerText())).toBe(total);
});
