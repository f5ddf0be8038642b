import type { Page } from "@playwright/test";
import type { ApiClient } from "./api";
import { apiClient, signUpByApi } from "./api";
import type { Mailbox, User } from "./test";
import { logIn, newAddress } from "./test";

export const password = "a good password";

/** Signs up a client through the API and logs this page's browser in; opens no page. */
export async function newClient(page: Page, mailbox: Mailbox): Promise<User> {
  const email = newAddress();
  await signUpByApi(page.request, mailbox.emailTo, { email, password, name: "Ann Lee" });
  await logIn(page, email, password);
  return { email, password };
}

/** Creates a client with a balance in cents; returns it with its API client. */
export async function newClientWith(
  cents: number,
  page: Page,
  mailbox: Mailbox,
): Promise<User & { api: ApiClient }> {
  const user = await newClient(page, mailbox);
  const api = await apiClient(page.request, user.email, user.password);
  await api.deposit(cents);
  return { ...user, api };
}
