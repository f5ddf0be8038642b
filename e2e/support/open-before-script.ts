import type { Page } from "@playwright/test";
import { movedSince, recordPositions } from "./element-positions";
import { triggerHydration, waitForHydration } from "./open-page";
import { expect } from "./test";

/**
 * Returns a function that opens a page and delays its script until element positions are recorded, to check that
 * hydration moves nothing clickable.
 */
export async function openerBeforeScript(page: Page): Promise<(path: string) => Promise<void>> {
  let release = () => {};
  let released = Promise.resolve();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return async (path) => {
    released = new Promise((resolve) => {
      release = resolve;
    });
    await page.goto(path);
    expect.soft(await recordPositions(page), `${path} has something to press`).toBeGreaterThan(0);
    await triggerHydration(page);
    release();
    await waitForHydration(page);
    expect.soft(await movedSince(page), `${path}, when its script comes`).toEqual([]);
  };
}
