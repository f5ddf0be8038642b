import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Checks a page's texts at each of these widths. */
export async function expectWholeTexts(page: Page, path: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await clippedTexts(page), `${path}, ${width} px`).toEqual([]);
  }
}

/** Returns texts that are broken or cut off. URLs, keys and users' texts may break anywhere. */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) problems.push(`the page is ${scrollWidth} px wide`);
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest(".hidden-text, .skip");

    for (const frame of document.querySelectorAll(".scroll"))
      if (isShown(frame) && frame.scrollWidth > frame.clientWidth + 1)
        problems.push(`a table of ${frame.scrollWidth} px in ${frame.clientWidth}`);
    for (const cell of document.querySelectorAll("tbody :is(th, td)"))
      if (isShown(cell) && cell.getBoundingClientRect().right > window.innerWidth + 1)
        problems.push(`outside: ${cell.textContent}`);

    // the value of a field must fit into it
    for (const field of document.querySelectorAll<HTMLInputElement>("input.input, textarea.input"))
      if (isShown(field) && field.value)
        if (field.scrollWidth > field.clientWidth + 1 || field.scrollHeight > field.clientHeight + 1)
          problems.push(`cut: ${field.name}`);

    const mayBreak = "code, .wrap, .said, .talk, textarea, select, svg";
    const range = document.createRange();
    const linesIn = () =>
      new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
        .size;
    const linesOf = (node: Text, word: RegExpMatchArray) => {
      range.setStart(node, word.index ?? 0);
      range.setEnd(node, (word.index ?? 0) + word[0].length);
      return linesIn();
    };
    /** Texts on one line, which are most, have no broken words. */
    const isOneLine = (node: Text) => {
      range.selectNodeContents(node);
      return linesIn() < 2;
    };
    for (const element of document.querySelectorAll(
      "th, td, a, button, dt, dd, h1, h2, h3, label, summary",
    )) {
      if (!isShown(element) || element.closest(mayBreak)) continue;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
        if (isOneLine(node)) continue;
        if (!node.parentElement || !isShown(node.parentElement) || node.parentElement.closest(mayBreak))
          continue;
        for (const word of node.data.matchAll(/[^\s\u00a0\u202f/–—-]+/g))
          if (!word[0].includes("@") && linesOf(node, word) > 1) problems.push(`broken: ${word[0]}`);
        // a sum stays with its currency, a day with its month
        for (const sum of node.data.matchAll(/[\d.,]+(?:\u00a0[\d.,]+)*\u00a0(?:[$%]|\p{L}+)/gu))
          if (linesOf(node, sum) > 1) problems.push(`broken: ${sum[0]}`);
      }
    }
    return [...new Set(problems)];
  });
