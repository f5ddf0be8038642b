import type { Locator } from "@playwright/test";
import { newClientWith } from "./support/new-client";
import { rentServer } from "./support/renter";
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

/** A sum of money in a text, by its digits alone: "$1,234.50" and "1 234,50 $" are 123450. */
const centsIn = (text: string) => {
  const sums = text.match(/\d[\d\s\u00a0\u202f,]*[.,]\d\d(?!\d)/g) ?? [];
  return Number((sums.at(-1) ?? "").replace(/\D/g, ""));
};

/** The form of an upgrade, and what it shows. */
function upgradeIn(dialog: Locator, t: (key: string) => string) {
  const date = dialog.getByLabel(t("date"), { exact: true });
  const button = (key: string) => dialog.getByRole("button", { name: t(key), exact: true });
  return {
    foot: dialog.locator(".dialog-foot > div").first(),
    figure: dialog.locator(".dialog-foot .figure").filter({ visible: true }),
    plan: (index: number) => dialog.locator("[name=rateId]").nth(index),
    /** So many days after the first one on which it may begin. */
    chooseDay: async (count: number) => {
      const first = Date.parse((await date.getAttribute("min")) ?? "");
      await date.fill(new Date(first + count * 86_400_000).toISOString().slice(0, 10));
    },
    showPrice: () => button("showPrice").click(),
    order: async () => {
      // while what was sent is on its way it takes no second press
      await expect(button("upgradeButton")).not.toHaveAttribute("aria-busy");
      await button("upgradeButton").click();
    },
  };
}

test("an upgrade to another plan or on another day than the price was shown for is not charged before its total is shown", async ({
  page,
  words,
  mailbox,
  javaScriptEnabled,
}) => {
  test.setTimeout(120_000);
  const t = words("payment", "upgrade");
  const id = await rentServer((await newClientWith(150_00, page, mailbox)).api, "trader-1");
  const address = `/vps/servers/${id}/upgrade`;
  await page.goto(address);
  const dialog = page.getByRole("dialog");
  const { foot, figure, plan, chooseDay, showPrice, order } = upgradeIn(dialog, t);
  await plan(0).check();
  await chooseDay(28);
  await showPrice();
  await expect(foot).toContainText("Trader 2");
  const shown = centsIn(await figure.innerText());
  expect(shown).toBeGreaterThan(0);

  await plan(2).check();
  await chooseDay(5);
  // with script there is no total of what is chosen yet, without it the one that is there says whose it is
  if (javaScriptEnabled === false) await expect(foot).toContainText("Trader 2");
  else await expect(figure).toHaveText("–");
  await order();
  await expect(dialog.getByText(words("api")("priceDiffers"))).toBeVisible();
  await expect(plan(2)).toBeChecked();
  await expect(foot).toContainText("Trader 8");
  const total = centsIn(await figure.innerText());
  expect(total).toBeGreaterThan(10 * shown);
  await page.goto(address);
  // nothing was accepted
  await expect(figure).toBeVisible();
  await plan(2).check();
  await chooseDay(5);
  await order();
  await expect(dialog.getByText(words("api")("priceDiffers"))).toBeVisible();
  expect(centsIn(await figure.innerText())).toBe(total);
  await order();
  await expect(page).toHaveURL(/\/vps$/);
  await page.goto(address);
  expect(centsIn(await dialog.locator("dl").innerText())).toBe(total);
});

test("a price that was asked for goes when the first day is chosen again: what is shown then is taken", async ({
  page,
  words,
  mailbox,
  javaScriptEnabled,
}) => {
  test.setTimeout(120_000);
  const t = words("payment", "upgrade");
  const id = await rentServer((await newClientWith(150_00, page, mailbox)).api, "trader-1");
  const address = `/vps/servers/${id}/upgrade`;
  await page.goto(address);
  const dialog = page.getByRole("dialog");
  const { foot, figure, plan, chooseDay, showPrice, order } = upgradeIn(dialog, t);
  await plan(1).check();
  const fromToday = centsIn(await figure.innerText());
  await chooseDay(28);
  await showPrice();
  await expect(foot).toContainText("Trader 4");
  expect(centsIn(await figure.innerText())).toBeLessThan(fromToday);

  await chooseDay(0);
  if (javaScriptEnabled === false) {
    await order();
    await expect(dialog.getByText(words("api")("priceDiffers"))).toBeVisible();
  }
  await expect.poll(async () => centsIn(await figure.innerText())).toBe(fromToday);
  await order();
  await expect(page).toHaveURL(/\/vps$/);
  await page.goto(address);
  expect(centsIn(await dialog.locator("dl").innerText())).toBe(fromToday);
});
