import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Resolves once React has hydrated the page, if the page has script and hydration was triggered. */
export async function takenOver(page: Page): Promise<void> {
  const isTakenOver = () =>
    !document.querySelector("#page-script") ||
    matchMedia("(scripting: none)").matches ||
    window.history.scrollRestoration === "manual";
  await expect.poll(() => page.evaluate(isTakenOver), { message: page.url(), intervals: [50] }).toBe(true);
}

/** Clicks a field, which loads the page's script at once. */
export function askForScript(page: Page): Promise<void> {
  return page.evaluate(() => {
    const field = document.createElement("input");
    document.body.append(field);
    field.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    field.remove();
  });
}

export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await askForScript(page);
  await takenOver(page);
}

/** Delays matching requests until `come` is called. */
export async function delayResponses(page: Page, what: RegExp): Promise<{ come: () => void }> {
  let come = () => {};
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(what, async (route) => {
    await came;
    await route.continue();
  });
  return { come };
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
