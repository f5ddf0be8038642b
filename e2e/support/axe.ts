import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { test } from "@playwright/test";

/** WCAG 2.2 AA, and the figures' contrast of 7:1 by the tokens they use. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What a theme can change. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/** No page has a frame, so what Axe finds need not be put together in a page that it opens for that, which takes longer than looking. */
const axeOn = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"], preload: false }).setLegacyMode(true);

/** What axe finds wrong on the page that is open. */
export const violations = (page: Page): Promise<string[]> => violationsOf(axeOn(page).withTags(rules));

/** The same without the rules of colour. */
export const violationsButOfColour = (page: Page): Promise<string[]> =>
  violationsOf(axeOn(page).withTags(rules).disableRules(rulesOfColour));

/** The same by the rules of colour alone. */
export const violationsOfColour = (page: Page): Promise<string[]> =>
  violationsOf(axeOn(page).withRules(rulesOfColour));

/** A month of a chart may be narrower than a finger: what it says stands in the table beside it too (2.5.8, equivalent). */
const isReadOut = (target: readonly unknown[]) =>
  target.every((one) => /^#[a-z]\d+$|\.zones > /.test(String(one)));

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  // Axe waits for timers, which no page has whose script is switched off: page-layout.slow.spec.ts looks at those pages too
  if (test.info().project.use.javaScriptEnabled === false) return [];
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => !(id === "target-size" && isReadOut(target)))
      .map((node) => `${id}: ${node.target.join(" ")} — ${node.html.slice(0, 160)}`),
  );
}
