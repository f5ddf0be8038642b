import type { Page } from "@playwright/test";
import { newClient, newClientWith } from "./support/new-client";
import { expect, test } from "./support/test";
import { chooseMethod } from "./support/top-up";

/** Returns the card of a tariff. */
const rate = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

const row = (page: Page, id: string) => page.getByRole("row").filter({ hasText: id });

test("a new client tops up, rents a server, reads its credentials and finds it again", {
  tag: "@phone",
}, async ({ page, translations, mailbox, language, javaScriptEnabled }) => {
  test.setTimeout(120_000);
  const [t, deposit, api] = [translations("vps"), translations("deposit"), translations("api")];
  const server = translations("order", "payment", "credentials");
  await newClient(page, mailbox);
  await page.goto("/vps");
  const welcome = translations("firstSteps")("welcome", { name: "Ann Lee" });
  await expect(page.getByRole("heading", { name: welcome, exact: true })).toBeVisible();

  // one period for all plans; the order opens with the chosen one
  const card = rate(page, "Trader 2");
  await page
    .getByRole("group", { name: t("period"), exact: true })
    .locator("[value='3']")
    .check();
  await expect(card).toContainText(language === "ru" ? "18,05\u00a0$" : "$18.05");
  await card.getByRole("button", { name: t("rent") }).click();
  await expect(page).toHaveURL(/\/vps\/order\/trader-2\?months=3$/);
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("[name=months][value='3']")).toBeChecked();
  const sum = language === "ru" ? "54,15\u00a0$" : "$54.15";
  const pay = dialog.getByRole("button", { name: server("pay") });
  // while the style sheet loads, nothing is painted, but all of them count as visible
  const total = dialog.locator(".dialog-foot [data-months]").filter({ visible: true });
  await expect(total).toHaveCount(1);
  await expect(total).toContainText(sum);

  // the balance is too low: the order says so and leads to a deposit of the missing sum
  await pay.click();
  await expect(dialog.getByRole("alert").filter({ hasText: api("insufficientFunds") })).toBeVisible();
  if (javaScriptEnabled === false)
    await expect(dialog.getByRole("button", { name: server("topUp", { amount: sum }) })).toBeFocused();
  // choices are preserved, submitted or not
  const system = dialog.locator("select[name=operatingSystem]");
  const second = await system.locator("option").nth(1).innerText();
  await system.selectOption(second);
  await dialog.getByLabel(t("comment"), { exact: true }).fill("London EAs");
  await dialog.getByLabel(t("autoRenewal")).check();
  await dialog.getByRole("button", { name: server("topUp", { amount: sum }) }).click();
  await expect(page.getByLabel(translations("balance")("amount"), { exact: true })).toHaveValue("54.15");
  await chooseMethod(page, translations, "card");
  await page.getByLabel(deposit("card"), { exact: true }).fill("4242");
  await page.getByRole("button", { name: deposit("payButton"), exact: true }).click();
  await page.locator("button[name=choice][value=pay]").click();

  // back in the order, with the same period
  await expect(page).toHaveURL(/\/vps\/order\/trader-2\?.*&months=3$/);
  await expect(system).toHaveValue(second);
  await expect(dialog.getByLabel(t("comment"), { exact: true })).toHaveValue("London EAs");
  await expect(dialog.getByLabel(t("autoRenewal"))).toBeChecked();
  await dialog.getByRole("button", { name: server("pay") }).click();
  await expect(page).toHaveURL(/\/vps$/);
  const id = (await page.getByRole("rowheader").first().innerText()).trim().split(/\s/).at(-1) ?? "";
  expect(id).toMatch(/^[a-z0-9]{10}$/);
  await expect(page.getByText(server("rented", { name: "London EAs" }))).toBeVisible();
  await expect(row(page, id)).toContainText("London EAs");

  // the login details appear automatically, with or without script
  const credentials = row(page, id).getByRole("link", { name: t("credentials") });
  await expect(credentials).toBeVisible({ timeout: 30_000 });
  await credentials.click();
  await expect(dialog.getByText(/^198\.1[89]\.\d+\.\d+$/)).toBeVisible();
  await expect(dialog.getByText(server("neverRevealed"))).toBeVisible();
  await dialog.getByRole("button", { name: server("show"), exact: true }).click();
  await expect(dialog.getByText(/-7aZ$/)).toBeVisible();
  await page.getByRole("link", { name: translations("common")("close"), exact: true }).click();
  await expect(dialog).toHaveCount(0);

  // search by id and comment, filter by status
  const statuses = page.getByRole("navigation", { name: t("status"), exact: true });
  for (const text of [id.slice(0, 6), "london"]) {
    await page.getByLabel(t("searchById"), { exact: true }).fill(text);
    await page.getByRole("button", { name: t("find"), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`search=${text}`));
    await expect(row(page, id)).toBeVisible();
  }
  await statuses.getByRole("link", { name: t("filterActive"), exact: true }).click();
  await expect(page).toHaveURL(/search=london.*status=active/);
  await expect(row(page, id)).toBeVisible();
  await statuses.getByRole("link", { name: t("filterBlocked"), exact: true }).click();
  await expect(page.getByText(t("nothingFound"), { exact: true })).toBeVisible();

  const common = translations("common");
  const menu = page.getByRole("button", { name: common("menu"), exact: true });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole("button", { name: common("logOut"), exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login/);
});

test("a double click and a repeated form rent one server", async ({
  page,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  await newClientWith(60_00, page, mailbox);
  await page.goto("/vps/order/trader-1");
  const form = page.getByRole("dialog").locator("form");
  // a second click, Back and resubmit, or a retry on a bad connection send the same form again
  const fields = await form.evaluate((element) => {
    const entries = [...new FormData(element as HTMLFormElement)].map(([name, value]) => [
      name,
      String(value),
    ]);
    return Object.fromEntries([...entries, ["intent", "pay"]]) as Record<string, string>;
  });
  const send = () =>
    page.request.post("/vps/order/trader-1", {
      form: fields,
      headers: { origin: new URL(page.url()).origin },
      maxRedirects: 0,
    });
  const answers = await Promise.all([send(), send(), send()]);
  expect(new Set(answers.map((answer) => answer.status()))).toEqual(new Set([302]));
  if (javaScriptEnabled !== false) {
    await form.getByRole("button", { name: translations("payment")("pay") }).dblclick();
    // another navigation now would be aborted by this response
    await page.waitForURL(/\/vps$/);
  }
  await page.goto("/vps");
  await expect(page.getByRole("rowheader")).toHaveCount(1);
});
