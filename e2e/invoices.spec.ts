import { violations } from "./support/axe";
import { expect, logIn, test } from "./support/test";

const anna = ["anna@demo.test", "demo-password"] as const;

test("a client fills in billing details, opens an invoice and downloads it as PDF", async ({
  page,
  translations,
}) => {
  const t = translations("invoices");
  await logIn(page, ...anna);
  await page.goto("/profile/billing");
  await page.getByLabel(t("company"), { exact: true }).fill("SIA Anna");
  await page.getByLabel(t("taxId"), { exact: true }).fill("LV100");
  await page.getByRole("button", { name: t("saveDetails"), exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: t("detailsSaved") })).toBeVisible();
  await page.goto("/profile/billing");
  await expect(page.getByLabel(t("company"), { exact: true })).toHaveValue("SIA Anna");

  await page.goto("/balance-operations/invoices");
  expect(await violations(page)).toEqual([]);
  const first = page.getByRole("row").filter({ hasText: "INV-" }).last();
  const number = /INV-\d{4}-\d{6}/.exec(await first.innerText())?.[0] ?? "";
  await first.getByRole("link", { name: new RegExp(number) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  await expect(page.getByRole("article").or(page.locator("main"))).toContainText("Example Ltd");
  expect(await violations(page)).toEqual([]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: t("pdf"), exact: true }).click();
  expect((await downloading).suggestedFilename()).toBe(`${number}.pdf`);
});
