import type { Page } from "@playwright/test";
import { apiClient } from "./support/api";
import type { Translations } from "./support/test";
import { expect, logIn, test } from "./support/test";

const [clara, denis] = ["clara@demo.test", "denis@demo.test"];
const password = "demo-password";

async function fill(page: Page, translations: Translations, email: string, amount: string) {
  const balance = translations("balance");
  const transfer = translations("transfer");
  await page.getByLabel(transfer("recipientEmail"), { exact: true }).fill(email);
  await page.getByLabel(balance("amount"), { exact: true }).fill(amount);
  await page.getByRole("button", { name: transfer("transferButton"), exact: true }).click();
}

test("a client transfers money: a step names recipient and sum, both histories show it, the recipient is notified", async ({
  page,
  translations,
  mailbox,
}) => {
  const balance = translations("balance");
  const transfer = translations("transfer");
  await logIn(page, clara, password);
  await (await apiClient(page.request, clara, password)).deposit(20_00);
  // a random sum for this run
  const cents = 100 + Math.floor(Math.random() * 900);
  const amount = `1.${String(cents).slice(-2)}`;
  await page.goto("/balance-operations/transfer");
  await fill(page, translations, denis.toUpperCase(), amount);
  await expect(page.getByRole("heading", { name: transfer("confirmTitle") })).toBeVisible();
  await expect(page.getByText(denis, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: transfer("changeButton"), exact: true }).click();
  await expect(page.getByLabel(transfer("recipientEmail"), { exact: true })).toHaveValue(/denis@demo\.test/i);
  await page.getByRole("button", { name: transfer("transferButton"), exact: true }).click();
  await page.locator("button[name=intent][value=confirm]").click();
  await expect(page).toHaveURL(/\/balance-operations\/history\/transfers/);
  await expect(page.getByRole("status").filter({ hasText: denis })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: denis }).first()).toContainText(
    balance("status_sent"),
  );
  expect(await mailbox.emailTo(denis, clara)).toContain(clara);
});

test("an impossible transfer is reported at its field, and the entered values stay", async ({
  page,
  translations,
}) => {
  const balance = translations("balance");
  const transfer = translations("transfer");
  const api = translations("api");
  const errors = translations("errors");
  await logIn(page, clara, password);
  await page.goto("/balance-operations/transfer");
  const cases: [string, string, string][] = [
    ["nobody@example.test", "5", api("recipientUnknown")],
    [clara, "5", api("recipientSelf")],
    [denis, "9999.99", api("transferInsufficientFunds")],
    [denis, "1e3", errors("amountInvalid")],
    [denis, "0", errors("amountNotPositive")],
    [denis, "1.005", errors("amountTooPrecise")],
    ["denis", "5", errors("emailInvalid")],
    ["", "", errors("specifyEmail")],
  ];
  for (const [email, amount, message] of cases) {
    await fill(page, translations, email, amount);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(page.getByLabel(transfer("recipientEmail"), { exact: true })).toHaveValue(email);
    await expect(page.getByLabel(balance("amount"), { exact: true })).toHaveValue(amount);
  }
});

test("a transfer filled in when the session ended is restored after logging in", async ({
  page,
  translations,
}) => {
  const t = translations("user");
  await logIn(page, clara, password);
  await page.goto("/balance-operations/transfer");
  await page.context().clearCookies({ name: /session/ });
  await fill(page, translations, denis, "7.35");
  await page.getByLabel(t("email"), { exact: true }).fill(clara);
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("loginButton"), exact: true }).click();
  await expect(page).toHaveURL(/\/balance-operations\/transfer$/);
  await expect(page.getByLabel(translations("transfer")("recipientEmail"), { exact: true })).toHaveValue(
    denis,
  );
  await expect(page.getByLabel(translations("balance")("amount"), { exact: true })).toHaveValue("7.35");
});
