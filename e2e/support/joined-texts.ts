import type { HTMLElement, Node } from "node-html-parser";
import { NodeType, parse } from "node-html-parser";

/** Elements that start a new line or cell without any styles. */
const apart = new Set(
  `address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody td
  tfoot th thead title tr ul`.split(/\s+/),
);
/** Elements rendered as boxes. */
const boxes = new Set("input select textarea video audio iframe progress meter".split(" "));
const unsaid = new Set(["head", "script", "style", "template", "svg", "datalist"]);

const isUnsaid = (element: HTMLElement) =>
  unsaid.has(element.rawTagName.toLowerCase()) ||
  element.hasAttribute("hidden") ||
  element.getAttribute("aria-hidden") === "true";

const isHiddenField = (element: HTMLElement) => element.getAttribute("type") === "hidden";

/** A text and its element; null marks a line end or a box. */
type TextRun = { text: string; by: Node } | null;

function* textRuns(node: Node): Generator<TextRun> {
  for (const child of node.childNodes) {
    if (child.nodeType === NodeType.TEXT_NODE) yield { text: child.text, by: node };
    if (child.nodeType !== NodeType.ELEMENT_NODE) continue;
    const element = child as HTMLElement;
    if (isUnsaid(element)) continue;
    const name = element.rawTagName.toLowerCase();
    if (name === "img") {
      yield { text: element.getAttribute("alt") ?? "", by: element };
      continue;
    }
    if (boxes.has(name)) {
      if (!isHiddenField(element)) yield null;
      continue;
    }
    if (apart.has(name)) yield null;
    yield* textRuns(element);
    if (apart.has(name)) yield null;
  }
}

/** Punctuation that attaches to the word before it, or to the one after it. */
const closing = /^[.,;:!?)»]/;
const opening = /[(«]$/;

/**
 * Returns adjacent texts that read as one word without styles: in w3m, in a copy, in some screen readers. These are
 * texts of different elements in one line without a space: `Log in|Sign up`, `Balance|$10`.
 */
export function joinedTexts(html: string): string[] {
  const joined = new Set<string>();
  let before: TextRun = null;
  for (const run of textRuns(parse(html, { blockTextElements: { script: true, style: true } }))) {
    if (run?.text === "") continue;
    if (before && run && before.by !== run.by)
      if (/\S$/.test(before.text) && /^\S/.test(run.text))
        if (!closing.test(run.text) && !opening.test(before.text))
          joined.add(`${before.text.slice(-40)}|${run.text.slice(0, 40)}`);
    before = run;
  }
  return [...joined];
}
