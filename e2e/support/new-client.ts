import type { Page } from "@playwright/test";
import type { ApiClient } from "./api";
import { apiClient, signUpByApi } from "./api";
import type { Mailbox, Person } from "./test";
import { logIn, newAddress } from "./test";

export const password = "a good password";

/** Signs up a client through the API and logs this page's browser in; opens no page. */
export async function newClient(page: Page, mailbox: Mailbox): Promise<Person> {
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
): Promise<Person & { api: ApiClient }> {
  const person = await newClient(page, mailbox);
  const api = await apiClient(page.request, person.email, person.password);
  await api.deposit(cents);
  return { ...person, api };
}
