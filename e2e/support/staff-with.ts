import type { Browser, BrowserContext, Page } from "@playwright/test";
import { authenticator } from "otplib";
import { runAdminCommand } from "./admin-command";
import type { Translations } from "./test";
import { expect, newAddress } from "./test";

export type Staff = { email: string; page: Page; context: BrowserContext };

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
  const t = translations("admin");
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
  await console.getByLabel(t("email"), { exact: true }).fill(email);
  await console.getByLabel(t("password"), { exact: true }).fill(after("password"));
  await console.getByRole("button", { name: t("logIn"), exact: true }).click();
  await console
    .getByLabel(t("code"), { exact: true })
    .fill(authenticator.generate(after("key for the authenticator app")));
  await console.getByRole("button", { name: t("continue"), exact: true }).click();
  await expect(console).toHaveURL(/\/admin$/);
  return { email, page: console, context };
}
