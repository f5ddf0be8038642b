import { runAdminCommand } from "./support/admin-command";
import { untilItAnswers } from "./support/global-setup";
import { newClient } from "./support/new-client";
import type { OwnCabinet } from "./support/own-cabinet";
import { ownCabinet } from "./support/own-cabinet";
import { test as base, expect, mailboxIn } from "./support/test";
import { orderDeposit } from "./support/top-up";

const settings = {
  TRANSFER_BENEFICIARY: "Example Ltd",
  TRANSFER_ACCOUNT: "LV80 BANK 0000 4351 9500 1",
  TRANSFER_BANK: "Example Bank",
  TRANSFER_BIC: "EXMPLV2X",
};

/** A cabinet that accepts bank transfers; the demo's does not. */
const test = base.extend<{ cabinet: OwnCabinet }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  cabinet: async ({}, use) => {
    const cabinet = await ownCabinet({ env: { ...settings, API_URL: "", LOG_LEVEL: "warn" } });
    await untilItAnswers(`${cabinet.origin}/readyz`, cabinet.process);
    await use(cabinet);
    await cabinet.stop();
  },
  baseURL: async ({ cabinet }, use) => use(cabinet.origin),
  mailbox: async ({ cabinet }, use) => use(mailboxIn(cabinet.dataDir)),
});

test("a client pays by bank transfer: the invoice waits, the operator confirms the money, the history shows it once", async ({
  page,
  translations,
  cabinet,
  mailbox,
}) => {
  test.setTimeout(180_000);
  const [deposit, invoice] = [translations("deposit"), translations("invoice")];
  await newClient(page, mailbox);
  await page.goto("/balance-operations/deposit");
  await orderDeposit(page, translations, "50", "transfer");
  await expect(page).toHaveURL(/\/invoice$/);
  const number = new URL(page.url()).pathname.split("/").at(-2) ?? "";
  await expect(page.getByRole("heading", { name: invoice("invoiceTitle"), exact: true })).toBeVisible();
  for (const detail of ["Example Ltd", "LV80BANK0000435195001", "Example Bank", "EXMPLV2X"])
    await expect(page.getByText(detail, { exact: true })).toBeVisible();
  await expect(page.getByText(number, { exact: true })).toHaveCount(2);
  await expect(page.locator(".total").filter({ visible: true })).toContainText(/50[.,]00/);
  const [waits = ""] = invoice("waits", { date: "|" }).split("|");
  await expect(page.getByRole("status").filter({ hasText: waits })).toBeVisible();
  await page.getByRole("link", { name: invoice("toDeposit"), exact: true }).click();
  await expect(page.getByRole("link", { name: deposit("toInvoice"), exact: true })).toBeVisible();

  const runDepositCommand = (...args: string[]) =>
    runAdminCommand(["deposits", ...args], cabinet.dataDir, settings);
  expect(await runDepositCommand("transfers")).toContain(number);
  expect(await runDepositCommand("paid", number, "--reference", "FT 1", "--yes")).toContain("$50.00");
  expect(await runDepositCommand("paid", number, "--reference", "FT 1", "--yes")).toContain("already");
  await page.reload();
  await expect(page.getByText(deposit("receivedText"), { exact: true })).toBeVisible();

  await page.getByRole("link", { name: deposit("toDeposits"), exact: true }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").last()).toContainText(/50[.,]00/);
  await page.goto(`/balance-operations/deposit/${number}/invoice`);
  await expect(page.getByText(invoice("closed"), { exact: true })).toBeVisible();
});
