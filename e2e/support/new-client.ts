import type { Page } from "@playwright/test";
import type { ApiClient } from "./api";
import { apiClient, signUpByApi } from "./api";
import type { Mailbox, Person } from "./test";
import { logIn, newAddress } from "./test";

export const password = "a good password";

/** Signs somebody new up by the API and gives this page's browser their session; no page is opened. */
export async function newClient(page: Page, mailbox: Mailbox): Promise<Person> {
  const email = newAddress();
  await signUpByApi(page.request, mailbox.emailTo, { email, password, name: "Ann Lee" });
  await logIn(page, email, password);
  return { email, password };
}

/** A new client with a balance, in cents, and who speaks for them at the API. */
export async function newClientWith(
  cents: number,
  page: Page,
  mailbox: Mailbox,
): Promise<Person & { api: ApiClient }> {
  const person = await newClient(page, mailbox);
  const api = await apiClient(page.request, person.email, person.password);
  await api.deposit(cents);
  return { ...person, api };
}
