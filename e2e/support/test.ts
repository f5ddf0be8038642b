import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { test as base, expect } from "@playwright/test";
import PostalMime from "postal-mime";
import type { Language } from "#contract/languages";

type TextFile = Record<string, string>;

/** Returns the translations of these namespaces in the project's language, without tags and with values inserted. */
export type Translations = (
  ...namespaces: string[]
) => (key: string, values?: Record<string, string | number>) => string;

type Fixtures = {
  language: Language;
  translations: Translations;
  mailbox: Mailbox;
};

export type Mailbox = {
  /** Waits for an email to this address that is not older than the test; returns its plain text. */
  emailTo: (address: string, containing?: string | RegExp) => Promise<string>;
};

export const test = base.extend<Fixtures>({
  language: ["en", { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  extraHTTPHeaders: async ({}, use) => {
    const [high, middle, low] = randomBytes(3);
    await use({ "x-forwarded-for": `10.${high}.${middle}.${low}` });
  },
  context: async ({ context, language, baseURL }, use) => {
    // as the language switch sets it
    const value = Buffer.from(JSON.stringify(language)).toString("base64");
    await context.addCookies([{ name: "language", value: encodeURIComponent(value), url: baseURL ?? "" }]);
    await use(context);
  },
  translations: async ({ language }, use) => {
    await use((...namespaces) => {
      const texts: TextFile = Object.assign({}, ...namespaces.map((name) => readTexts(language, name)));
      return (key, values = {}) => {
        const text = texts[key];
        if (text === undefined) throw new Error(`No text ${namespaces}.${key}`);
        return text
          .replace(/<\/?\w+>/g, "")
          .replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name]));
      };
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  mailbox: async ({}, use) => {
    await use(mailboxIn(process.env.E2E_DATA_DIR ?? "./data"));
  },
});

const readTexts = (language: string, namespace: string) =>
  JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, "utf8")) as TextFile;

/** Returns the mailbox of emails that a cabinet with this data directory sends from now on. */
export function mailboxIn(dataDir: string): Mailbox {
  const since = Date.now();
  const folder = join(dataDir, "mail");
  return { emailTo: (address, containing) => emailTo(folder, since, address, containing) };
}

async function emailTo(
  folder: string,
  since: number,
  address: string,
  containing: string | RegExp = "",
): Promise<string> {
  let plainText = "";
  await expect(async () => {
    for (const name of readdirSync(folder).sort().reverse()) {
      const file = join(folder, name);
      if (!name.endsWith(".eml") || !name.includes(address) || statSync(file).mtimeMs < since) continue;
      const message = await PostalMime.parse(readFileSync(file));
      const to = (message.to ?? []).map((field) => field.address ?? "").join();
      const text = message.text ?? "";
      if (
        to.includes(address) &&
        (containing instanceof RegExp ? containing.test(text) : text.includes(containing))
      ) {
        plainText = text;
        return;
      }
    }
    throw new Error(`No letter to ${address} yet`);
  }).toPass({ timeout: 15_000, intervals: [100] });
  return plainText;
}

/** Returns an unused email address. */
export const newAddress = (name = "client") =>
  `${name}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}@example.test`;

/** Returns the date (UTC) this many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export type User = { email: string; password: string };

/** Logs this browser or API client in: sends the payload of the login form without opening the page. */
export async function openSession(client: APIRequestContext, user: User): Promise<void> {
  const answer = await client.post("/login", {
    form: { ...user, intent: "login" },
    headers: { "sec-fetch-site": "same-origin" },
    maxRedirects: 0,
    maxRetries: 1,
  });
  const { location } = answer.headers();
  if (answer.status() !== 302 || location?.startsWith("/login"))
    throw new Error(`${user.email} was not logged in: ${answer.status()} ${location}`);
}

/** Logs a person in if the login is not the subject of the test; opens no page. */
export const logIn = (page: Page, email: string, password: string): Promise<void> =>
  openSession(page.request, { email, password });

/** Logs a person in through the form and waits for the next page. */
export async function logInByForm(
  page: Page,
  translations: Translations,
  email: string,
  password: string,
): Promise<void> {
  const t = translations("user");
  await page.goto("/login");
  await page.getByLabel(t("email"), { exact: true }).fill(email);
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("loginButton"), exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

export { expect };
