import { readFileSync } from "node:fs";
import { runAdminCommand } from "./support/admin-command";
import { expect, logIn, test } from "./support/test";
import { chooseMethod, orderDeposit, playPayer, topUp } from "./support/top-up";

const anna = ["anna@demo.test", "demo-password"] as const;

test("a client tops up by card, and the status page says that the money has arrived", async ({
  page,
  translations,
}) => {
  const deposit = translations("deposit");
  await logIn(page, ...anna);
  await page.goto("/balance-operations/deposit");
  await orderDeposit(page, translations, "12,50", "card");
  await playPayer(page, "pay");
  await expect(page).toHaveURL(/\/balance-operations\/deposit\//);
  await expect(page.getByText(deposit("receivedText"), { exact: true })).toBeVisible();
  await expect(page.getByText("•••• 4242", { exact: true })).toBeVisible();
});

test("fee and total are those of the chosen method, with and without JavaScript", async ({ page }) => {
  await logIn(page, ...anna);
  await page.goto("/balance-operations/deposit?amount=100.00");
  const total = page.locator(".total").filter({ visible: true });
  const plates = page.locator("input[name=method]");
  const totals = new Set<string>();
  for (const plate of await plates.all()) {
    await plate.check();
    await expect(total).toHaveCount(1);
    totals.add(await total.innerText());
  }
  expect(totals.size).toBeGreaterThan(1);
});

test("a refunded deposit says so", async ({ page, translations }) => {
  test.slow();
  const deposit = translations("deposit");
  await logIn(page, ...anna);
  await page.goto("/balance-operations/deposit");
  await orderDeposit(page, translations, "3.25", "card");
  await playPayer(page, "pay");
  await expect(page.getByText(deposit("receivedText"), { exact: true })).toBeVisible();
  const orderId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await runAdminCommand(["deposits", "refund", orderId, "--reason", "asked for", "--by-hand", "--yes"]);
  await page.reload();
  const [before = "", after = ""] = deposit("refundedText", { amount: "|" }).split("|");
  const status = page.getByRole("status").filter({ hasText: before }).filter({ hasText: after });
  await expect(status).toContainText(/3[.,]25/);
  await expect(page.getByText(deposit("refunded"), { exact: true })).toBeVisible();
});

test("a deposit requested by another page has its sum filled in and links back there", async ({
  page,
  translations,
}) => {
  const balance = translations("balance");
  const deposit = translations("deposit");
  await logIn(page, ...anna);
  await page.goto("/balance-operations/deposit?amount=7.25&returnTo=%2Ffaq%3Fq%3Dkey");
  await expect(page.getByLabel(balance("amount"), { exact: true })).toHaveValue("7.25");
  await chooseMethod(page, translations, "wallet");
  await page.getByLabel(deposit("wallet"), { exact: true }).fill("W-100200300");
  await page.getByRole("button", { name: deposit("payButton"), exact: true }).click();
  await playPayer(page, "pay");
  await expect(page).toHaveURL(/\/faq\?q=key$/);
});

test("a return address on another site is ignored", async ({ page }) => {
  await logIn(page, ...anna);
  await page.goto("/balance-operations/deposit?amount=7.25&returnTo=%2F%2Fevil.example");
  await expect(page.locator("main input[name=returnTo]")).toHaveCount(0);
});

test("a slow payment is followed by the page automatically", async ({ page, translations }) => {
  test.slow();
  const deposit = translations("deposit");
  await logIn(page, ...anna);
  await page.goto("/balance-operations/deposit");
  await orderDeposit(page, translations, "6", "card");
  await playPayer(page, "slow");
  await expect(page.getByText(deposit("processingText"), { exact: true })).toBeVisible();
  await expect(page.getByText(deposit("receivedText"), { exact: true })).toBeVisible({ timeout: 60_000 });
});

test("on a connection slower than the polling interval, a payment is still followed", async ({
  page,
  translations,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script the browser asks anew only after it was answered");
  test.slow();
  const deposit = translations("deposit");
  await logIn(page, ...anna);
  await page.goto("/balance-operations/deposit");
  await orderDeposit(page, translations, "6", "card");
  await playPayer(page, "slow");
  await expect(page.getByText(deposit("processingText"), { exact: true })).toBeVisible();
  const everySeconds = 3;
  await page.route(/\.data(\?|$)/, async (route) => {
    const answer = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, (everySeconds + 1) * 1000));
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await expect(page.getByText(deposit("receivedText"), { exact: true })).toBeVisible({ timeout: 60_000 });
});

for (const [choice, text] of [
  ["fail", "rejectedText"],
  ["leave", "cancelledText"],
] as const) {
  test(`a payment that goes wrong (${choice}) can be made again`, async ({ page, translations }) => {
    const balance = translations("balance");
    const deposit = translations("deposit");
    await logIn(page, ...anna);
    await page.goto("/balance-operations/deposit");
    await orderDeposit(page, translations, "6", "card");
    await playPayer(page, choice);
    await expect(page.getByText(deposit(text), { exact: true })).toBeVisible();
    const { pathname } = new URL(page.url());
    await page.goto("/balance-operations/history/deposits");
    await page.locator(`main a[href="${pathname}"]`).first().click();
    await page.getByRole("link", { name: deposit("again"), exact: true }).click();
    await expect(page.getByLabel(balance("amount"), { exact: true })).toHaveValue("6.00");
  });
}

test("a crypto payment shows address and QR code, and accepts a transaction id once", async ({
  page,
  translations,
}) => {
  const balance = translations("balance");
  const deposit = translations("deposit");
  const txid = `${Date.now().toString(16)}${Math.random().toString(16).slice(2)}`
    .padEnd(64, "a")
    .slice(0, 64);
  await logIn(page, ...anna);
  const order = async () => {
    await page.goto("/balance-operations/deposit");
    await orderDeposit(page, translations, "10", "usdt-trc20");
    await expect(page.getByRole("img", { name: deposit("qrAlt") })).toBeVisible();
    await expect(page.getByText("T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", { exact: true })).toBeVisible();
  };
  const send = async (value: string) => {
    await page.getByLabel(deposit("txid"), { exact: true }).fill(value);
    await page.getByRole("button", { name: deposit("txidButton"), exact: true }).click();
  };
  await order();
  await send("");
  await expect(page.getByText(translations("errors")("specifyTxid"), { exact: true })).toBeVisible();
  await send(txid);
  await expect(page.getByText(deposit("underReviewText"), { exact: true })).toBeVisible();
  await order();
  await send(txid.toUpperCase());
  await expect(page.getByText(translations("api")("transactionIdTaken"), { exact: true })).toBeVisible();
  // the 401 for a known transaction must not end the session
  await page.goto("/balance-operations");
  await expect(page.getByRole("heading", { name: balance("title"), exact: true })).toBeVisible();
});

test("a missing or too small value is reported at its field", async ({ page, translations }) => {
  const balance = translations("balance");
  const deposit = translations("deposit");
  const errors = translations("errors");
  await logIn(page, ...anna);
  await page.goto("/balance-operations/deposit");
  await page.getByRole("button", { name: deposit("payButton"), exact: true }).click();
  await expect(page.getByText(errors("specifyAmount"), { exact: true })).toBeVisible();
  await expect(page.getByText(errors("specifyCard"), { exact: true })).toBeVisible();
  await chooseMethod(page, translations, "wallet");
  await page.getByRole("button", { name: deposit("payButton"), exact: true }).click();
  await expect(page.getByText(errors("specifyWallet"), { exact: true })).toBeVisible();
  await orderDeposit(page, translations, "4.99", "usdt-trc20");
  await expect(page.getByText(translations("api")("methodMinimum", { min: "" }).trim())).toBeVisible();
  await expect(page.getByLabel(balance("amount"), { exact: true })).toHaveValue("4.99");
});

test("a deposit appears in its history, in the file, on a receipt and in the statement", async ({
  page,
  translations,
}) => {
  const balance = translations("balance");
  const history = translations("history");
  await logIn(page, ...anna);
  await topUp(page, translations, "8.75");
  await page.goto("/balance-operations/history/deposits?period=week");
  const row = page
    .getByRole("row")
    .filter({ hasText: /8[.,]75/ })
    .first();
  await expect(row).toContainText(balance("status_received"));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: history("csv") }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toMatch(/^\uFEFF.*\r\n.*8[.,]75/s);
  await row.getByRole("link", { name: history("receiptLink"), exact: true }).click();
  await expect(page.getByRole("heading", { name: history("receiptTitle"), exact: true })).toBeVisible();
  await expect(page.getByText("anna@demo.test")).toBeVisible();
  await page.goto("/balance-operations/statement?period=week");
  await expect(page.getByText(history("closing"), { exact: true })).toBeVisible();
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: /8[.,]75/ })
      .first(),
  ).toBeVisible();
});
