import type { Page } from "@playwright/test";

/** Minimum size of a touch target in pixels (look.md, WCAG 2.5.5). */
const finger = 44;

/**
 * Returns touch targets that are too small or covered by others, with menus opened one by one. Exempt from the size
 * (exceptions of 2.5.5) are links within text, controls within a large enough label, and a chart's hit areas, whose
 * figures are also in the table below. None of these may be covered.
 */
export const missedTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    /** Visually hidden elements: the header of a table shown as rows, a checkbox drawn by its label. */
    const isHidden = (element: Element): boolean =>
      element.clientWidth === 1 || (element.parentElement !== null && isHidden(element.parentElement));
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest("[aria-hidden=true], svg, .skip, .zones") &&
      !isHidden(element);
    const standsFor = (element: Element) => element.closest("label") ?? element;
    const isInRunningText = (link: Element) =>
      link.matches("a") &&
      [...(link.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]/u.test(node.textContent ?? ""),
      );
    const nameOf = (element: Element) => {
      const name = element.textContent || element.getAttribute("aria-label") || element.getAttribute("name");
      return `"${(name || element.className).trim().replace(/\s+/g, " ").slice(0, 40)}"`;
    };
    /** Returns another target that would receive a press at this point. */
    const rivalAt = (target: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      const rival = hit?.closest(`${targets}, label`);
      if (!hit || !rival || target.contains(hit) || rival.contains(target)) return undefined;
      return rival.closest(".with-end")?.contains(target) ? undefined : standsFor(rival);
    };
    /** Returns how far the target extends from this point, up or down, left or right. */
    const reach = (
      target: Element,
      [x, y]: readonly [number, number],
      [dx, dy]: readonly [number, number],
    ) => {
      let far = 0;
      while (far <= least && target.contains(document.elementFromPoint(x + dx * far, y + dy * far))) far += 1;
      return far;
    };

    function* faultsOf(element: Element): Generator<string> {
      const target = standsFor(element);
      target.scrollIntoView({ block: "center", inline: "center" });
      const { left, top, width, height } = target.getBoundingClientRect();
      if (width === 0 || height === 0) return;
      const [x, y] = [left + width / 2, top + height / 2];
      for (const line of target.getClientRects()) {
        const [middle, centre] = [line.left + line.width / 2, line.top + line.height / 2];
        const edges = [
          [middle, centre],
          [middle, line.top + 1],
          [middle, line.bottom - 1],
          [line.left + 1, centre],
          [line.right - 1, centre],
        ] as const;
        const rival = edges.map((edge) => rivalAt(target, ...edge)).find(Boolean);
        if (rival) yield `${nameOf(target)} lies under ${nameOf(rival)}`;
      }
      if (isInRunningText(element)) return;
      const across = (step: readonly [number, number]) => reach(target, [x, y], step);
      const isHigh = height >= least - 0.5 || across([0, -1]) + across([0, 1]) >= least - 1;
      const isWide = width >= least - 0.5 || across([-1, 0]) + across([1, 0]) >= least - 1;
      if (!isHigh || !isWide) yield `${nameOf(target)} is ${Math.round(width)} x ${Math.round(height)}`;
    }
    const faultsWithin = (root: ParentNode) =>
      [...root.querySelectorAll(targets)]
        .filter((element) => isShown(standsFor(element)))
        .flatMap((element) => [...faultsOf(element)]);

    const dialog = document.querySelector("dialog[open]");
    const faults = faultsWithin(dialog ?? document);
    // while a dialog is open, nothing outside it is interactive
    if (dialog) return [...new Set(faults)];
    for (const menu of document.querySelectorAll<HTMLElement>("[popover]:not(:popover-open)")) {
      menu.showPopover();
      faults.push(...faultsWithin(menu));
      menu.hidePopover();
    }
    return [...new Set(faults)];
  }, finger);
