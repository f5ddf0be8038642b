import type { Browser, BrowserContext, Page } from "@playwright/test";
import { authenticator } from "otplib";
import { runAdminCommand } from "./admin-command";
import type { Translations } from "./test";
import { expect, newAddress } from "./test";

type Credentials = { email: string; password: string; key: string };
export type Staff = { email: string; page: Page; context: BrowserContext; credentials: Credentials };

type Place = {
  browser: Browser;
  page: Page;
  translations: Translations;
  /** A separate cabinet's. */
  dataDir?: string;
  baseURL?: string;
};

/** Creates a staff account from the command line and logs it in, in a separate browser context. */
export const staffWith = (browser: Browser, page: Page, translations: Translations, ...roles: string[]) =>
  logInStaff({ browser, page, translations }, ...roles);

/** The same, for any cabinet. */
export async function logInStaff(
  { browser, page, translations, dataDir, baseURL }: Place,
  ...roles: string[]
): Promise<Staff> {
  const email = newAddress("staff");
  const shown = await runAdminCommand(
    ["staff", "create", email, "--name", "Sam Fischer", "--role", ...roles],
    dataDir,
  );
  const after = (label: string) => new RegExp(`${label} +(\\S+)`).exec(shown)?.[1] ?? "";
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    storageState: { cookies: await page.context().cookies(), origins: [] },
  });
  const console = await context.newPage();
  await console.goto("/admin");
  const credentials = { email, password: after("password"), key: after("key for the authenticator app") };
  await enterCredentials(console, translations, credentials);
  await expect(console).toHaveURL(/\/admin$/);
  return { email, page: console, context, credentials };
}

/**
 * Fills in the pages of the console's login.
 *
 * @param logins how often these credentials were used before: each code is accepted once
 */
export async function enterCredentials(
  console: Page,
  translations: Translations,
  { email, password, key }: Credentials,
  logins = 0,
): Promise<void> {
  const t = translations("admin");
  await console.getByLabel(t("email"), { exact: true }).fill(email);
  await console.getByLabel(t("password"), { exact: true }).fill(password);
  await console.getByRole("button", { name: t("logIn"), exact: true }).click();
  const epoch = Date.now() + logins * 30_000;
  await console.getByLabel(t("code"), { exact: true }).fill(authenticator.clone({ epoch }).generate(key));
  await console.getByRole("button", { name: t("continue"), exact: true }).click();
}
