/**
 * A page that comes without script, in fewer bytes and drawn the same: without what React and Remix leave in the HTML for their own
 * script, and with short names of the tokens and classes of the styles it brings. Where script comes, the whole sheet may follow, and
 * knows them by their long names. A page that `isCounted` to its last bytes goes without what is only said to be sure, and changes to
 * the next one at once (docs/decisions/0262).
 */
export function shorterDocument(html: string, { isCounted = false } = {}): string {
  if (html.includes("<script")) return html;
  const marked = withoutMarks(html);
  const said = isCounted ? withoutWhatIsSaidToBeSure(marked) : marked;
  const asked = withoutNamesOfLayers(withoutQuestionOfTheme(said));
  return withShortClasses(withShortTokens(withPlainTokens(asked)));
}

const withoutMarks = (html: string) =>
  html
    .replace(/<!-- -->|<!--\/?\$-->/g, "")
    .replaceAll(' data-discover="true"', "")
    // what a button does without being told
    .replaceAll('<button type="submit"', "<button")
    // what opens a popover is in no form that it could send
    .replace(/<button type="button"(?=[^>]* popovertarget=)/g, "<button")
    // React's spelling
    .replace("<meta charSet=", "<meta charset=");

const withoutWhatIsSaidToBeSure = (html: string) =>
  html
    // of a row of names, and of a column of names, HTML knows by itself what they head
    .replace(/(<th) scope="(?:col|row)"/g, "$1")
    // a tenth of a second between two pages, which nobody waits for
    .replace(/@media \(prefers-reduced-motion: ?no-preference\) ?\{@view-transition ?\{[^}]*\}[^}]*\}\}/, "");

/** Where no theme was chosen there is none to ask for. */
const withoutQuestionOfTheme = (html: string) =>
  /<html[^>]* data-theme=/.test(html) ? html : html.replaceAll("html:not([data-theme]) ", "");

/** Layers are in the order that they come in; a name is only for coming back to one. */
function withoutNamesOfLayers(html: string): string {
  return html.replace(sheet, (whole) => {
    const names = [...whole.matchAll(/@layer (\w+)\{/g)].map(([, name]) => name);
    return names.length === new Set(names).size ? whole.replace(/@layer \w+\{/g, "@layer{") : whole;
  });
}

const sheet = /(<style[^>]*>)([\s\S]*?)(<\/style>)/;
const token = /--[a-z][\w-]*/g;
/** Attributes that name tokens: `style="--l:4%"`, `stroke="var(--brass)"`. */
const naming = / (?:style="[^"]*--[^"]*"|[a-z]+="var\(--[\w-]+\)")/g;
/** Stands in no document. */
const between = "\0";

/** How often each name is found, the most frequent first. */
function counted(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

/** What a document's styles and its attributes become by these, each. */
function rewritten(
  html: string,
  attributes: RegExp,
  inSheet: (text: string) => string,
  inTags = inSheet,
): string {
  return html
    .replace(sheet, (_, open: string, text: string, close: string) => open + inSheet(text) + close)
    .replace(attributes, inTags);
}

/**
 * Says what a token stands for in its place, where it stands for one thing on the whole page and that is no longer than its name
 * would be, or is said once or twice, since a compressor says a thing again in the bytes that a name takes: `var(--body)` changes by
 * touch, `var(--radius)` is 8px.
 */
function withPlainTokens(html: string): string {
  const [, , styles = ""] = sheet.exec(html) ?? [];
  const tags = html.match(naming) ?? [];
  // what names tokens, without the page between it
  let named = [styles, ...tags].join(between);
  const tokensOf = (text: string) => [
    ...(/:root\{([^}]*)\}/.exec(text)?.[1] ?? "").matchAll(/(--[a-z][\w-]*):([^;]*);?/g),
  ];
  const declared = counted([...named.matchAll(/(--[a-z][\w-]*):/g)].map(([, name = ""]) => name));
  // as they stand now: one before may have gone into them
  let tokens = tokensOf(named);
  for (const name of new Set(tokens.map(([, token = ""]) => token))) {
    const [declaration = "", , value = ""] = tokens.find(([, token]) => token === name) ?? [];
    if (declared.get(name) !== 1 || value.trim() === "") continue;
    const used = `var(${name})`;
    const uses = named.split(used).length - 1;
    if (uses !== 1 && uses !== 2 && value.length > "var(--a)".length) continue;
    named = named.replace(declaration, "").replaceAll(used, value);
    tokens = tokensOf(named);
  }
  const [sheetText = "", ...tagTexts] = named.split(between);
  return rewritten(
    html,
    naming,
    () => sheetText,
    () => tagTexts.shift() ?? "",
  );
}

/** Calls the tokens of a document that has its styles in it `--a`, `--b`…, the one that is named most first. */
function withShortTokens(html: string): string {
  const styles = sheet.exec(html)?.[2];
  if (!styles) return html;
  const names = [...counted((styles.match(token) ?? []) as string[]).keys()];
  const short = new Map(names.map((name, index) => [name, `--${letters(index)}`]));
  return rewritten(html, naming, (text) => text.replace(token, (name) => short.get(name) ?? name));
}

const classes = / class="([^"]*)"/g;

/** The same for classes. One that no rule names says nothing here, and goes. */
function withShortClasses(html: string): string {
  const styles = sheet.exec(html)?.[2];
  if (!styles) return html;
  const named = [...styles.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name);
  const known = new Set(named);
  const worn = [...html.matchAll(classes)].flatMap(([, value = ""]) => value.split(" "));
  const names = [...counted([...named, ...worn.filter((name) => known.has(name))]).keys()];
  const short = new Map(names.map((name, index) => [name, letters(index)]));
  return rewritten(
    html,
    classes,
    (text) => text.replace(/\.([a-z][\w-]*)/g, (whole, name: string) => `.${short.get(name) ?? whole}`),
    (attribute) => {
      const left = attribute
        .slice(8, -1)
        .split(" ")
        .flatMap((name) => short.get(name) ?? []);
      return left.length > 0 ? ` class="${left.join(" ")}"` : "";
    },
  );
}

/** `a` to `z`, then `aa`… */
function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
