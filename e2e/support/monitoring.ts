import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { signUpByApi } from "./api";
import { logIn, newAddress } from "./test";

type Words = (...namespaces: string[]) => (key: string, values?: Record<string, string | number>) => string;
type Letters = { letterTo: (address: string, containing?: string | RegExp) => Promise<string> };

const password = "a good password";

export type MonitoredAccount = { email: string; number: string; id: string; key: string };

/** A new client with one monitoring account, logged in through the page; the account itself is added by the page too. */
export async function monitoredAccount(
  page: Page,
  request: APIRequestContext,
  words: Words,
  mailbox: Letters,
): Promise<MonitoredAccount> {
  const email = newAddress("monitoring");
  await signUpByApi(request, (address) => mailbox.letterTo(address), {
    email,
    password,
    name: "Ada Example",
  });
  await logIn(page, words, email, password);
  const t = words("monitoring", "accounts", "subscription");
  const key = `key-${randomUUID()}`;
  await page.goto("/online-monitoring/accounts/new");
  await page.getByLabel(t("accountNumber"), { exact: true }).fill("250997");
  await page.getByLabel(t("name"), { exact: true }).fill("Trend");
  await page.getByLabel(t("activationKey"), { exact: true }).fill(key);
  await page.getByRole("button", { name: t("addAccount"), exact: true }).click();
  await page.waitForURL(/\/online-monitoring\/accounts$/);
  const href = await page.getByRole("link", { name: "250997", exact: true }).first().getAttribute("href");
  return { email, number: "250997", id: href?.split("/").at(-1) ?? "", key };
}

/** Chooses a statement's file on an account's import page, and sends it. */
export async function uploadStatement(
  page: Page,
  words: Words,
  file: Parameters<Locator["setInputFiles"]>[0],
): Promise<void> {
  const t = words("import");
  await page.getByLabel(t("file"), { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: t("upload"), exact: true }).click();
}

/** What a terminal posts. */
export const post = (
  request: APIRequestContext,
  { key, number }: Pick<MonitoredAccount, "key" | "number">,
  body: object,
) =>
  request.post("/api/monitoring/ingest", {
    headers: { authorization: `Bearer ${key}` },
    data: { v: 1, account: number, currency: "USD", ...body },
  });
