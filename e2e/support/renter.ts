import type { Page } from "@playwright/test";
import type { ApiClient } from "./api";
import type { Mailbox, Translations } from "./test";
import { expect, logInByForm, newAddress } from "./test";

const password = "a good password";

/** Signs up, confirms by the email's link and logs in, all through the pages. */
export async function signUp(page: Page, translations: Translations, mailbox: Mailbox): Promise<void> {
  const t = translations("user");
  const email = newAddress("renter");
  await page.goto("/signup");
  await page.getByLabel(t("name"), { exact: true }).fill("Ann Lee");
  await page.getByLabel(t("email"), { exact: true }).fill(email);
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await page.getByLabel(t("repeatPassword"), { exact: true }).fill(password);
  await page.getByLabel(t("consent")).check();
  await page.getByRole("button", { name: t("signupButton"), exact: true }).click();
  const link = /https?:\S+\/login\?code=\S+/.exec(await mailbox.emailTo(email))?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("button", { name: t("confirmButton"), exact: true }).click();
  await logInByForm(page, translations, email, password);
}

/** Rents a server for a month through the API and waits until it is set up; returns its id. */
export async function rentServer({ call, rent }: ApiClient, rateId: string): Promise<string> {
  const { serverId } = await rent(rateId);
  const status = async () => (await call("GET", `/vps/servers/${serverId}`)).status;
  await expect
    .poll(status, { message: "the server is set up", intervals: [100], timeout: 30_000 })
    .toBe("active");
  return serverId;
}
