import { Marked } from "marked";
import type { Language } from "#contract/languages";
import { environment } from "./env.server";
import { languageOf, loadTranslations } from "./locale.server";

const files = import.meta.glob<string>("/locales/*/{pages,faq}/*.md", {
  eager: true,
  query: "?raw",
  import: "default",
});

const markdown = new Marked({
  gfm: true,
  renderer: {
    // wide tables scroll by themselves; on phones each cell has a line of its own, and the name of its column before it
    table({ header, rows }) {
      const names = header.map(({ tokens }) => this.parser.parseInline(tokens));
      const labels = names.map((name) => name.replace(/<[^>]*>/g, ""));
      const row = (cells: readonly string[]) => `<tr>${cells.join("")}</tr>`;
      const head = row(names.map((name) => `<th scope="col">${name}</th>`));
      const body = rows.map((cells) =>
        row(
          cells.map(({ tokens }, place) => {
            const label = place > 0 && labels[place] ? ` data-label="${labels[place]}"` : "";
            return `<td${label}>${this.parser.parseInline(tokens)}</td>`;
          }),
        ),
      );
      return `<div class="scroll" tabindex="0"><table class="table"><thead>${head}</thead><tbody>${body.join("")}</tbody></table></div>`;
    },
  },
});

/** Markdown of the house (`locales/<language>/{pages,faq}`) as HTML: the place where `dangerouslySetInnerHTML` is meant to be used. */
function toHtml(text: string): string {
  return markdown.parse(
    text.replaceAll("{{product}}", () => environment().brand.name),
    { async: false },
  );
}

const plainText = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`#_]/g, "");

const known = new Map<string, unknown>();

function keep<T>(key: string, make: () => T): T {
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as T;
}

type LegalName = "public-offer" | "privacy-policy" | "report-a-vulnerability" | "formulas";
export type LegalText = { title: string; updated: string; html: string };

/** A legal text: its title, the line that dates it, and the rest as HTML. */
export function legalText(language: Language, name: LegalName): LegalText {
  return keep(`${language}/${name}`, () => {
    const source = files[`/locales/${language}/pages/${name}.md`] ?? "";
    const [, title = "", updated = "", rest = ""] = /^# (.*)\n+\*(.*)\*\n+([\s\S]*)$/.exec(source) ?? [];
    return { title, updated, html: toHtml(rest) };
  });
}

/** What the page of a legal text shows, in the reader's language. */
export async function loadLegalText(request: Request, name: LegalName) {
  const [language, texts] = await Promise.all([languageOf(request), loadTranslations(request, "common")]);
  return { ...legalText(language, name), texts };
}

export type Question = { id: string; title: string; text: string; html: string };
export type QuestionSection = { title: string; questions: Question[] };

function sectionOf(source: string): QuestionSection {
  const [head = "", ...parts] = source.split(/^## /m);
  const questions = parts.map((part) => {
    const [, title = "", id = "", body = ""] = /^(.*?) \{#([\w-]+)\}\n+([\s\S]*)$/.exec(part) ?? [];
    return { id, title, text: plainText(body), html: toHtml(body) };
  });
  return { title: head.replace(/^# /, "").trim(), questions };
}

/** The frequent questions, by section of the cabinet. */
export function questionSections(language: Language): QuestionSection[] {
  return keep(`${language}/faq`, () =>
    Object.keys(files)
      .filter((path) => path.startsWith(`/locales/${language}/faq/`))
      .sort()
      .map((path) => sectionOf(files[path] ?? "")),
  );
}
