import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { apiClient, signUpByApi } from "./api";
import type { Mailbox, Translations } from "./test";
import { logIn, newAddress } from "./test";

const password = "a good password";

export type MonitoredAccount = { email: string; number: string; id: string; key: string };

/** Creates a client with one monitoring account, logged in in this page's browser; opens no page. */
export async function monitoredAccount(
  page: Page,
  request: APIRequestContext,
  mailbox: Mailbox,
): Promise<MonitoredAccount> {
  const email = newAddress("monitoring");
  await signUpByApi(request, mailbox.emailTo, { email, password, name: "Ada Example" });
  await logIn(page, email, password);
  const { call } = await apiClient(request, email, password);
  const [number, key] = ["250997", `key-${randomUUID()}`];
  const account = { number, name: "Trend", activationKey: key };
  const { monitoringId: id = "" }: { monitoringId?: string } = await call(
    "POST",
    "/monitoring/accounts",
    account,
  );
  return { email, number, id, key };
}

/** Chooses a statement file on an account's import page and submits it. */
export async function uploadStatement(
  page: Page,
  translations: Translations,
  file: Parameters<Locator["setInputFiles"]>[0],
): Promise<void> {
  const t = translations("import");
  await page.getByLabel(t("file"), { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: t("upload"), exact: true }).click();
}

/** Posts data as a terminal does. */
export const post = (
  request: APIRequestContext,
  { key, number }: Pick<MonitoredAccount, "key" | "number">,
  body: object,
) =>
  request.post("/api/monitoring/ingest", {
    headers: { authorization: `Bearer ${key}` },
    data: { v: 1, account: number, currency: "USD", ...body },
  });
