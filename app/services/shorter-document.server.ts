/**
 * A page that comes without script, in fewer bytes and drawn the same: without what React and Remix leave in the HTML for their own
 * script, and with short names of the tokens in it. Where script comes, the whole
 * sheet may follow, and knows them by their long names.
 */
export function shorterDocument(html: string): string {
  if (html.includes("<script")) return html;
  return withShortTokens(html.replaceAll("<!-- -->", "").replaceAll(' data-discover="true"', ""));
}

const sheet = /<style[^>]*>([\s\S]*?)<\/style>/;
const token = /--[a-z][\w-]*/g;
/** Attributes that name tokens: `style="--l:4%"`, `stroke="var(--brass)"`. */
const naming = / (?:style="[^"]*--[^"]*"|[a-z]+="var\(--[\w-]+\)")/g;

/** Calls the tokens of a document that has its styles in it `--a`, `--b`…, the one that is named most first. */
function withShortTokens(html: string): string {
  const styles = sheet.exec(html)?.[1];
  if (!styles) return html;
  const counts = new Map<string, number>();
  for (const [name] of styles.matchAll(token)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const short = new Map(names.map((name, index) => [name, `--${letters(index)}`]));
  const shorten = (text: string) => text.replace(token, (name) => short.get(name) ?? name);
  return html
    .replace(naming, shorten)
    .replace(sheet, (element, text: string) => element.replace(text, () => shorten(text)));
}

/** `a` to `z`, then `aa`… */
function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
