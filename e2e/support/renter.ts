import type { Page } from "@playwright/test";
import { expect, logIn, newAddress } from "./test";

export type Words = Parameters<typeof logIn>[1];
export type Mailbox = { letterTo: (address: string) => Promise<string> };

const password = "a good password";

/** Signs up, confirms by the letter, logs in, all of it by the pages. */
export async function signUp(page: Page, words: Words, mailbox: Mailbox): Promise<void> {
  const t = words("user");
  const email = newAddress("renter");
  await page.goto("/signup");
  await page.getByLabel(t("name"), { exact: true }).fill("Ann Lee");
  await page.getByLabel(t("email"), { exact: true }).fill(email);
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await page.getByLabel(t("repeatPassword"), { exact: true }).fill(password);
  await page.getByLabel(t("consent")).check();
  await page.getByRole("button", { name: t("signupButton"), exact: true }).click();
  const link = /https?:\S+\/login\?code=\S+/.exec(await mailbox.letterTo(email))?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("button", { name: t("confirmButton"), exact: true }).click();
  await logIn(page, words, email, password);
}

/** Rents a server for a month and waits until it is set up; returns its id. */
export async function rentServer(page: Page, words: Words, rateId: string): Promise<string> {
  await page.goto(`/vps/order/${rateId}`);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: words("payment")("pay") })
    .click();
  await expect(page).toHaveURL(/\/vps$/);
  const id = (await page.getByRole("rowheader").first().innerText()).trim().split(/\s/).at(-1) ?? "";
  const ready = page
    .getByRole("row")
    .filter({ hasText: id })
    .getByRole("link", { name: words("vps")("credentials") });
  await expect(ready).toBeVisible({ timeout: 30_000 });
  return id;
}
