import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { KnownPage } from "./support/every-page";
import { everyPage } from "./support/every-page";
import { complaintsOf, openPage } from "./support/open-page";
import { expect, test } from "./support/test";
import { missedTargets } from "./support/touch-targets";

/** WCAG 2.2 AA, and the figures' contrast of 7:1 by the tokens they use. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What a theme can change. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

for (const who of ["visitor", "client"] as const) {
  test(`every page of a ${who} is accessible and has nothing to complain about`, async ({
    page,
    playwright,
    baseURL,
    context,
  }, info) => {
    test.setTimeout(400_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const stranger = await playwright.request.newContext({ baseURL });
    const pages = await everyPage(stranger, context.request);
    expect(pages[who].length).toBeGreaterThanOrEqual(5);
    if (who === "visitor") await context.clearCookies({ name: /session/ });
    const complaints = complaintsOf(page);
    // a theme's colours are the same at every width
    await look(page, pages[who], { isTouched: info.project.name.startsWith("phone") });
    expect(complaints, "in the browser's console").toEqual([]);
    await stranger.dispose();
  });
}

async function look(
  page: Page,
  pages: readonly KnownPage[],
  { isTouched }: { isTouched: boolean },
): Promise<void> {
  for (const { path } of pages) {
    await page.emulateMedia({ colorScheme: "light" });
    await openPage(page, path);
    expect.soft(await violations(axeOn(page).withTags(rules)), path).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);

    if (isTouched) {
      expect.soft(await missedTargets(page), `${path}, by a finger`).toEqual([]);
      continue;
    }
    const day = await background(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => background(page), `${path} has a dark theme`).not.toBe(day);
    expect.soft(await violations(axeOn(page).withRules(rulesOfColour)), `${path}, dark`).toEqual([]);
  }
}

const axeOn = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"], preload: false });

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** A month of a chart may be narrower than a finger: what it says stands in the table beside it too (2.5.8, equivalent). */
const isReadOut = (target: readonly unknown[]) => target.every((one) => /^#[a-z]\d+$/.test(String(one)));

async function violations(axe: AxeBuilder): Promise<string[]> {
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => !(id === "target-size" && isReadOut(target)))
      .map((node) => `${id}: ${node.target.join(" ")} — ${node.html.slice(0, 160)}`),
  );
}
