import type { Page } from "@playwright/test";

/** Returns what is out of view on a page: content wider than the window, and texts that are cut off or outside. */
export const outOfView = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) problems.push(`the page is ${scrollWidth} px wide`);

    /** The horizontal range in which texts of an element are visible. */
    const sights = new Map<Element, { left: number; right: number } | null>();
    const sightOf = (element: Element | null): { left: number; right: number } | null => {
      if (!element) return { left: 0, right: innerWidth };
      const known = sights.get(element);
      if (known !== undefined) return known;
      const outer = sightOf(element.parentElement);
      const { display, overflowX, clipPath, scrollbarWidth } = getComputedStyle(element);
      // visually hidden text, and rows that scroll with an indicator instead of a scrollbar
      const isElsewhere = clipPath !== "none" || scrollbarWidth === "none" || element.matches("textarea");
      let sight = isElsewhere ? null : outer;
      // `display: contents` has no box that could cut anything off
      if (sight && display !== "contents" && overflowX !== "visible") {
        const { left, right } = element.getBoundingClientRect();
        sight = { left: Math.max(left, sight.left), right: Math.min(right, sight.right) };
      }
      sights.set(element, sight);
      return sight;
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!parent || !text || parent.closest("script, style, noscript, option, .skip")) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const sight = sightOf(parent);
      if (!sight) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const isOut = [...range.getClientRects()].some(
        ({ left, right, width }) => width > 0 && (left < sight.left - 1 || right > sight.right + 1),
      );
      if (isOut) problems.push(`${parent.localName}.${parent.className}: ${text.slice(0, 40)}`);
    }
    return [...new Set(problems)];
  });
