import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Resolves once React has hydrated the page, if the page has script and hydration was triggered. */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () =>
    !document.querySelector("#page-script") ||
    matchMedia("(scripting: none)").matches ||
    window.history.scrollRestoration === "manual";
  await expect.poll(() => page.evaluate(isHydrated), { message: page.url(), intervals: [50] }).toBe(true);
}

/** Presses a select, which loads the page's script at once. */
export function triggerHydration(page: Page): Promise<void> {
  return page.evaluate(() => {
    const field = document.createElement("select");
    document.body.append(field);
    field.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    field.remove();
  });
}

export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await triggerHydration(page);
  await waitForHydration(page);
}

/** Delays matching requests until `come` is called. */
export async function delayResponses(page: Page, url: RegExp): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

/** Collects errors and warnings of the browser's console from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => {
    // ignore the browser's messages about skipped view transitions
    if (!error.message.startsWith("Transition was")) complaints.push(`${page.url()}: ${error.message}`);
  });
  return complaints;
}
