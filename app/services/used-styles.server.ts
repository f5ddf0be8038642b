import type { ChildNode, Container } from "postcss";
import { list, parse } from "postcss";

const inlined = /(<style nonce="[^"]*">)([^<]*)(<\/style>)/;

/**
 * A document without script never has another element than those it came with, so the sheet that it brings with it (0161) needs no
 * other rules: half of it. Pages with script, and those whose sheet is a file, stay as they are (docs/decisions/0170).
 */
export function withUsedStyles(html: string): string {
  if (html.includes("<script")) return html;
  return html.replace(
    inlined,
    (_, open: string, sheet: string, close: string) => open + usedRules(sheet, html) + close,
  );
}

/** The rules of a sheet that could match an element of this HTML: those of its tags, classes and ids. What stands in brackets (`:not(…)`, `[…]`) is not asked. */
export function usedRules(sheet: string, html: string): string {
  const known = namesIn(html);
  const root = parsed(sheet).clone();
  keepUsed(root, known);
  return root.toString();
}

function namesIn(html: string): Set<string> {
  const body = html.slice(html.indexOf("</style>"));
  const names = new Set(["html", "head", "body"]);
  for (const [, tag = ""] of body.matchAll(/<([a-z][a-z0-9]*)/g)) names.add(tag);
  for (const [, id] of body.matchAll(/ id="([^"]+)"/g)) names.add(`#${id}`);
  for (const [, classes = ""] of body.matchAll(/ class="([^"]+)"/g))
    for (const name of classes.split(" ")) names.add(`.${name}`);
  return names;
}

function keepUsed(container: Container, known: ReadonlySet<string>): void {
  for (const node of [...(container.nodes ?? [])] as ChildNode[]) {
    if (node.type === "rule") {
      const used = list.comma(node.selector).filter((selector) => isUsed(selector, known));
      if (used.length === 0) {
        node.remove();
        continue;
      }
      node.selector = used.join(",");
    }
    const holdsRules = node.type === "rule" || (node.type === "atrule" && !/keyframes$/.test(node.name));
    if (!holdsRules || !node.nodes) continue;
    keepUsed(node, known);
    if (node.nodes.length === 0) node.remove();
  }
}

function isUsed(selector: string, known: ReadonlySet<string>): boolean {
  let bare = selector.replace(/\[[^\]]*\]/g, "");
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\([^()]*\)/g, "");
  }
  const names = bare.replace(/::?[\w-]+/g, "").match(/[.#]?[a-zA-Z_][\w-]*/g) ?? [];
  return names.every((name) => known.has(name));
}

let last: { sheet: string; root: ReturnType<typeof parse> } | undefined;

/** One sheet is parsed once. */
function parsed(sheet: string) {
  if (last?.sheet !== sheet) last = { sheet, root: parse(sheet) };
  return last.root;
}
