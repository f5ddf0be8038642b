import type { ChildNode, Container, Declaration, Root } from "postcss";
import { list, parse } from "postcss";
import type { KnownNames } from "./names-in-html.server";
import { knownNames } from "./names-in-html.server";

/**
 * What a document brings with it to be painted (0161) needs no other rules than those of its own elements: half of the sheet. Where
 * script comes that could make others, the whole sheet follows as a file (app/root.tsx, docs/decisions/0170). `others` are names of
 * what the browser has the rules of already: the same rules on each page cost next to nothing then (docs/decisions/0200). Where a path
 * stands for the sheet, `textOf` says its text.
 */
export function withUsedStyles(
  html: string,
  others?: ReadonlySet<string>,
  textOf: (path: string) => string | undefined = () => undefined,
): string {
  // by places, since an expression that looks for the end goes through the whole sheet letter by letter
  const start = html.indexOf('<style nonce="');
  const from = html.indexOf(">", start) + 1;
  const to = html.indexOf("</style>", from);
  if (start < 0 || to < 0) return html;
  const [before, after] = [html.slice(0, from), html.slice(to)];
  const sheet = html.slice(from, to);
  return before + usedRules(textOf(sheet) ?? sheet, before + after, others) + after;
}

/**
 * The rules of a sheet that could match an element of this HTML, which has no styles in it, by its tags, classes, ids and attributes;
 * keyframes that one of them plays; with what `others` names, too. Where the page is in one state or another (`:hover`, `:not(…)`) is
 * not asked, but for what only script would disable.
 */
export function usedRules(sheet: string, html: string, others: ReadonlySet<string> = none): string {
  const { root: whole, kept, used } = parsed(sheet);
  const places = kept.placesIn(html);
  kept.mark(places, others);
  const key = places.join();
  const known = used.get(key);
  if (known !== undefined) return known;
  const rules = rulesFor(whole, kept.namesAt(places));
  if (used.size >= pagesKept) used.clear();
  used.set(key, rules);
  return rules;
}

const none: ReadonlySet<string> = new Set();

/** Pages differ in kind, not in number: so many kinds are kept. */
const pagesKept = 300;

function rulesFor(whole: Root, names: ReadonlySet<string>): string {
  const root = whole.clone();
  keepUsed(root, names);
  const played = [...declarationsOf(root)].filter(({ prop }) => prop.startsWith("animation"));
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!played.some(({ value }) => value.includes(rule.params))) rule.remove();
  });
  dropUnusedTokens(root, names);
  dropDoubles(root);
  return inFewerSigns(root.toString());
}

/** What the build says twice in one rule, since two of its steps add the same prefixes. */
function dropDoubles(root: Root): void {
  root.walkRules((rule) => {
    const later = new Set<string>();
    for (const node of [...rule.nodes].reverse()) {
      if (later.has(String(node))) node.remove();
      else if (node.type === "decl") later.add(String(node));
    }
  });
}

/** Signs that the build writes and no browser needs: a nested rule that begins with a sign is within its parent without being told. */
const inFewerSigns = (rules: string) =>
  rules
    .replace(/(?<=[{};])(?:& (?=[.:[#*])|&(?=[>+~]))(?=[^{}&]*\{)/g, "")
    // what is quoted stays
    .replace(/"[^"]*"|'[^']*'|, | \/ /g, (said) => (/^["']/.test(said) ? said : said.trim()));

/** Custom properties that neither another declaration nor the HTML names, and then those that only they named. */
function dropUnusedTokens(root: Root, names: ReadonlySet<string>): void {
  for (let before = -1, left = declarationsOf(root); before !== left.length; left = declarationsOf(root)) {
    before = left.length;
    const text = left.map(({ value }) => value).join();
    for (const declaration of left)
      if (
        declaration.prop.startsWith("--") &&
        !names.has(declaration.prop) &&
        !text.includes(declaration.prop)
      )
        declaration.remove();
  }
}

function declarationsOf(root: Root): Declaration[] {
  const found: Declaration[] = [];
  root.walkDecls((declaration) => void found.push(declaration));
  return found;
}

/** A document without the styles that it brings. */
export const withoutStyles = (html: string): string => html.replace(/<style[^>]*>[\s\S]*?<\/style>/, "");

function keepUsed(container: Container, names: ReadonlySet<string>): void {
  for (const node of [...(container.nodes ?? [])] as ChildNode[]) {
    if (node.type === "rule") {
      const used = list.comma(node.selector).filter((selector) => isUsed(selector, names));
      if (used.length === 0) {
        node.remove();
        continue;
      }
      node.selector = used.join(",");
    }
    const holdsRules = node.type === "rule" || (node.type === "atrule" && !/keyframes$/.test(node.name));
    if (!holdsRules || !node.nodes) continue;
    keepUsed(node, names);
    if (node.nodes.length === 0) node.remove();
  }
}

const innermost = /(:[\w-]+)?\(([^()]*)\)/;

function isUsed(selector: string, names: ReadonlySet<string>): boolean {
  let bare = selector.replaceAll(":disabled", "[disabled]");
  for (let found = innermost.exec(bare); found; found = innermost.exec(bare)) {
    const [whole, pseudo = "", inside = ""] = found;
    const mustMatch = [":is", ":where", ":has"].includes(pseudo);
    if (mustMatch && !list.comma(inside).some((one) => isUsed(one, names))) return false;
    bare = bare.replace(whole, "");
  }
  const attributes = [...bare.matchAll(/\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?[^\]]*\]/g)];
  if (
    attributes.some(([, name, value]) => !names.has(value === undefined ? `[${name}]` : `[${name}=${value}]`))
  )
    return false;
  const plain = bare.replace(/\[[^\]]*\]/g, "").replace(/::?[\w-]+/g, "");
  return (plain.match(/[.#]?[a-zA-Z_][\w-]*/g) ?? []).every((name) => names.has(name));
}

type Parsed = {
  sheet: string;
  root: Root;
  /** Whatever its selectors name. */
  kept: KnownNames;
  /** What was kept of it, by the names a page has of these. */
  used: Map<string, string>;
};
let last: Parsed | undefined;

/** One sheet is parsed once. */
function parsed(sheet: string): Parsed {
  if (last?.sheet !== sheet) {
    const root = parse(sheet);
    const names = new Set<string>();
    root.walkRules(({ selector }) => {
      if (selector.includes(":disabled")) names.add("[disabled]");
      for (const [, name = "", value] of selector.matchAll(/\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?[^\]]*\]/g))
        names.add(value === undefined ? `[${name}]` : `[${name}=${value}]`);
      for (const [name] of selector.matchAll(/[.#]?[a-zA-Z_][\w-]*/g)) names.add(name);
    });
    root.walkDecls(/^--/, ({ prop }) => void names.add(prop));
    last = { sheet, root, kept: knownNames(names), used: new Map() };
  }
  return last;
}
