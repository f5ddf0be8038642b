import type { Page } from "@playwright/test";
import { expect, logIn, newAddress } from "./test";

type Words = Parameters<typeof logIn>[1];
type Mailbox = { letterTo: (address: string) => Promise<string> };

export const password = "a good password";

/** Signs somebody new up through the API, confirms the letter, and logs them in through the page. */
export async function newClient(page: Page, words: Words, mailbox: Mailbox) {
  const email = newAddress();
  const create = await page.request.post("/api/user/auth/create", {
    data: { name: "Ann Lee", email, password, consent: true },
  });
  expect(create.ok()).toBe(true);
  const code = /code=([\w-]+)/.exec(await mailbox.letterTo(email))?.[1];
  expect((await page.request.post("/api/user/auth/verify-email", { data: { code } })).ok()).toBe(true);
  await logIn(page, words, email, password);
  return { email, password };
}
