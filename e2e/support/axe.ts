import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { test } from "@playwright/test";

/** WCAG 2.2 AA, and the 7:1 contrast of figures through the tokens that they use. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules whose result depends on the theme. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/**
 * Legacy mode: no page has frames, so Axe need not merge results in a separate page, which takes longer than the
 * check itself.
 */
const axeOn = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"], preload: false }).setLegacyMode(true);

/** Returns Axe's violations on the open page. */
export const violations = (page: Page): Promise<string[]> => violationsOf(axeOn(page).withTags(rules));

/** Returns the violations without the colour rules. */
export const violationsButOfColour = (page: Page): Promise<string[]> =>
  violationsOf(axeOn(page).withTags(rules).disableRules(rulesOfColour));

/** Returns the violations of the colour rules only. */
export const violationsOfColour = (page: Page): Promise<string[]> =>
  violationsOf(axeOn(page).withRules(rulesOfColour));

/**
 * A month of a chart may be narrower than a touch target: its figures are also in the table below (2.5.8,
 * equivalent).
 */
const isReadOut = (target: readonly unknown[]) =>
  target.every((one) => /^#[a-z]\d+$|\.zones > /.test(String(one)));

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  // Axe needs timers, which don't run without script; page-layout.slow.spec.ts checks those pages too
  if (test.info().project.use.javaScriptEnabled === false) return [];
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => !(id === "target-size" && isReadOut(target)))
      .map((node) => `${id}: ${node.target.join(" ")} — ${node.html.slice(0, 160)}`),
  );
}
