import type { Page, PlaywrightTestArgs, PlaywrightWorkerArgs } from "@playwright/test";
import type { Language } from "#contract/languages";
import { everySharedPage, logInAsDemo } from "./every-page";
import { localeState } from "./locale-state";
import { expect } from "./test";

export const desktop = { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false };
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

type Surroundings = Pick<PlaywrightWorkerArgs, "playwright"> &
  Pick<PlaywrightTestArgs, "context"> & { baseURL: string | undefined };

/** Visits a page of each route with this context's browser: first as a visitor, then signed in as a client. */
export async function walkEveryPage(
  { playwright, baseURL, context }: Surroundings,
  language: Language,
  checkPage: (path: string) => Promise<void>,
): Promise<void> {
  const options = { baseURL, storageState: localeState(language, baseURL) };
  const [visitor, client] = [
    await playwright.request.newContext(options),
    await playwright.request.newContext(options),
  ];
  const pages = await everySharedPage(language, visitor, client);
  expect(pages.visitor.length).toBeGreaterThanOrEqual(5);
  expect(pages.client.length).toBeGreaterThanOrEqual(40);
  await Promise.all([visitor.dispose(), client.dispose()]);
  for (const { path } of pages.visitor) await checkPage(path);
  await logInAsDemo(context.request);
  for (const { path } of pages.client) await checkPage(path);
}

/** Switches the page to the dark theme and waits until it shows. */
export async function atNight(page: Page, path: string): Promise<void> {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const day = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background, `${path} has a dark theme`).not.toBe(day);
}
