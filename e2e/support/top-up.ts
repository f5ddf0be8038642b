import type { Page } from "@playwright/test";
import type { Translations } from "./test";
import { expect } from "./test";

type Method = "card" | "wallet" | "usdt-trc20" | "transfer";

/** Fills in and submits the open deposit form. */
export async function orderDeposit(
  page: Page,
  translations: Translations,
  amount: string,
  method: Method,
): Promise<void> {
  const balance = translations("balance");
  const deposit = translations("deposit");
  await page.getByLabel(balance("amount"), { exact: true }).fill(amount);
  await chooseMethod(page, translations, method);
  if (method === "card") await page.getByLabel(deposit("card"), { exact: true }).fill("4242");
  if (method === "wallet") await page.getByLabel(deposit("wallet"), { exact: true }).fill("W-100200300");
  await page.getByRole("button", { name: deposit("payButton"), exact: true }).click();
}

/** Chooses a payment method on the open deposit form. */
export async function chooseMethod(page: Page, translations: Translations, method: Method): Promise<void> {
  const methods = page.getByRole("group", { name: translations("balance")("method"), exact: true });
  await methods.locator(`input[value="${method}"]`).check();
}

/** Chooses the outcome of a payment on the sandbox's page. */
export async function playPayer(page: Page, choice: "pay" | "fail" | "leave" | "slow"): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await page.locator(`button[name=choice][value=${choice}]`).click();
}

/** Deposits money for the logged-in client through the pages. */
export async function topUp(page: Page, translations: Translations, amount: string): Promise<void> {
  await page.goto("/balance-operations/deposit");
  await orderDeposit(page, translations, amount, "card");
  await playPayer(page, "pay");
  await expect(page.getByText(translations("deposit")("receivedText"), { exact: true })).toBeVisible();
}
