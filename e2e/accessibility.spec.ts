import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { KnownPage } from "./support/every-page";
import { everyPage } from "./support/every-page";
import { expect, test } from "./support/test";

/** WCAG 2.2 AA, and the figures' contrast of 7:1 by the tokens they use. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const theme of ["light", "dark"] as const) {
  test(`every page is accessible in the ${theme} theme`, async ({ page, playwright, baseURL, context }) => {
    test.setTimeout(400_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const visitor = await playwright.request.newContext({ baseURL });
    const pages = await everyPage(visitor, context.request);
    const client = await context.storageState();
    await look(page, pages.client);
    await context.clearCookies({ name: /session/ });
    await look(page, pages.visitor);
    expect(client.cookies.length).toBeGreaterThan(0);
    await visitor.dispose();
  });
}

async function look(page: Page, pages: readonly KnownPage[]): Promise<void> {
  for (const { path } of pages) {
    await page.goto(path);
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} — ${node.html.slice(0, 160)}`),
    );
    expect.soft(found, path).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  }
}
