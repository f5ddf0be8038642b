import type { Page } from "@playwright/test";

const controls = "a, button, input, select, textarea, summary, label";

/** Records the positions of all clickable elements. */
export const recordPositions = (page: Page) =>
  page.evaluate((selector) => {
    const places = new Map<Element, string>();
    for (const one of document.querySelectorAll(selector)) {
      const { left, top, width } = one.getBoundingClientRect();
      if (width > 0) places.set(one, `${Math.round(left)}, ${Math.round(top + scrollY)}`);
    }
    Object.assign(window, { places });
    return places.size;
  }, controls);

/** Returns the elements that have moved or disappeared since. */
export const movedSince = (page: Page) =>
  page.evaluate(() =>
    [...(window as unknown as { places: Map<Element, string> }).places].flatMap(([element, position]) => {
      const { left, top } = element.getBoundingClientRect();
      const now = `${Math.round(left)}, ${Math.round(top + scrollY)}`;
      const name = (element.textContent || element.getAttribute("name") || element.tagName)
        .trim()
        .slice(0, 40);
      return element.isConnected && now === position ? [] : `${name}: ${position} to ${now}`;
    }),
  );
