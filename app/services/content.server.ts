import { Marked } from "marked";
import { boundedCache } from "#api/lib/cache";
import { moneyText } from "#app/lib/money";
import type { Output } from "#contract/endpoint";
import type { Language } from "#contract/languages";
import type { TextName } from "#contract/texts/index";
import { defaultTextSettings, readText } from "#contract/texts/index";
import type { Caller } from "./api.server";
import { callIfOffered } from "./api.server";
import { ApiUnavailable } from "./api-errors.server";
import { environment } from "./env.server";
import { languageOf, loadTranslations, textsIn } from "./locale.server";

const files = import.meta.glob<string>("/locales/*/{pages,faq}/*.md", {
  eager: true,
  query: "?raw",
  import: "default",
});

const markdown = new Marked({
  gfm: true,
  renderer: {
    // wide tables scroll separately; on phones each cell has its own line, with its column's name in front
    table({ header, rows }) {
      const names = header.map(({ tokens }) => this.parser.parseInline(tokens));
      const labels = names.map((name) => name.replace(/<[^>]*>/g, ""));
      const row = (cells: readonly string[]) => `<tr>${cells.join("")}</tr>`;
      const head = row(names.map((name) => `<th scope="col">${name}</th>`));
      const body = rows.map((cells) =>
        row(
          cells.map(({ tokens }, column) => {
            const label = column > 0 && labels[column] ? ` data-label="${labels[column]}"` : "";
            return `<td${label}>${this.parser.parseInline(tokens)}</td>`;
          }),
        ),
      );
      return `<div class="scroll" tabindex="0"><table class="table"><thead>${head}</thead><tbody>${body.join("")}</tbody></table></div>`;
    },
  },
});

/**
 * Converts our own Markdown (`locales/<language>/{pages,faq}`) to HTML, the intended use of
 * `dangerouslySetInnerHTML`.
 */
const toHtml = (text: string): string => markdown.parse(filled(text), { async: false });

/** Fills in the names of product and provider. Omits paragraphs that need a support address if none is configured. */
function filled(text: string): string {
  const { name, legal, supportEmail } = environment().brand;
  const values = { product: name, provider: legal.join(", ") || name, supportEmail };
  return text
    .split("\n\n")
    .filter((paragraph) => supportEmail || !paragraph.includes("{{supportEmail}}"))
    .join("\n\n")
    .replace(/\{\{(product|provider|supportEmail)\}\}/g, (_, key: keyof typeof values) => values[key]);
}

/** Settings of the business that texts name, in words: `7 days`. */
type TextSettings = Output<typeof readText>["settings"];

function withSettings(language: Language, text: string, settings: TextSettings): string {
  const t = textsIn(language, "terms");
  const words = {
    freeAccounts: t("accountsFree", { count: settings.freeAccounts }),
    graceDays: t("days", { count: settings.graceDays }),
    testServerDays: t("days", { count: settings.testServerDays }),
    accountMonthCents: moneyText(settings.accountMonthCents, language),
  };
  return text.replace(
    /\{\{(accountMonthCents|freeAccounts|graceDays|testServerDays)\}\}/g,
    (_, key: keyof typeof words) => words[key],
  );
}

const plainText = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`#_]/g, "");

const parsed = boundedCache<object>({ name: "parsed texts", maxBytes: 8 * 2 ** 20 });

/** Caches what is derived from a text. */
function cached<T extends object>(kind: string, source: string, create: () => T): T {
  const key = `${kind}\n${source}`;
  const found = parsed.get(key) as T | undefined;
  if (found !== undefined) return found;
  const value = create();
  parsed.set(key, value);
  return value;
}

/**
 * A text with its version. `holdsFrom` is the date from which it is valid, or null if staff has not published it
 * since the release.
 */
export type SourceText = Omit<Output<typeof readText>, "settings">;

/** Returns the text of the release, with the default settings; the FAQ joins its sections. */
function shipped(language: Language, name: LegalName | "faq") {
  const faq = Object.keys(files)
    .filter((path) => path.startsWith(`/locales/${language}/faq/`))
    .sort();
  const paths = name === "faq" ? faq : [`/locales/${language}/pages/${name}.md`];
  const markdown = paths.map((path) => files[path] ?? "").join("\n");
  return {
    markdown: withSettings(language, markdown, defaultTextSettings),
    version: 1,
    holdsFrom: null,
    settings: defaultTextSettings,
  };
}

const lastRead = new Map<string, SourceText>();

/**
 * Returns the current version of a text. If the service is unavailable, returns the version read last, or else the
 * release's, so that offer and policy are always available.
 */
export async function sourceText(caller: Caller, name: TextName): Promise<SourceText> {
  const { language } = caller;
  const key = `${language}/${name}`;
  try {
    const otherwise = shipped(language, name);
    const { settings, ...read } = await callIfOffered(caller, readText, { name, language }, otherwise);
    const text = { ...read, markdown: withSettings(language, read.markdown, settings) };
    lastRead.set(key, text);
    return text;
  } catch (error) {
    if (!(error instanceof ApiUnavailable)) throw error;
    return lastRead.get(key) ?? shipped(language, name);
  }
}

type LegalName = "public-offer" | "privacy-policy" | "report-a-vulnerability" | "formulas";
/** `contents` are its sections: the heading, and the id that it has in `html`. */
export type LegalText = {
  title: string;
  updated: string;
  html: string;
  contents: { id: string; title: string }[];
};

const legalTextOf = (markdown: string): LegalText =>
  cached("legal", markdown, () => {
    const [, title = "", updated = "", rest = ""] = /^# (.*)\n+\*(.*)\*\n+([\s\S]*)$/.exec(markdown) ?? [];
    const contents = [...filled(rest).matchAll(/^## (.*)$/gm)].map(([, heading = ""], index) => ({
      id: `section-${index + 1}`,
      title: plainText(heading),
    }));
    let section = 0;
    const html = toHtml(rest).replaceAll("<h2>", () => `<h2 id="${contents[section++]?.id}">`);
    return { title, updated, html, contents };
  });

/** Returns a legal text of the release: its title, its date line, and the rest as HTML. */
export const legalText = (language: Language, name: LegalName): LegalText =>
  legalTextOf(shipped(language, name).markdown);

/** Loads a text that comes only with the release, in the viewer's language. */
export async function loadShippedText(request: Request, name: LegalName) {
  const [language, texts] = await Promise.all([languageOf(request), loadTranslations(request, "common")]);
  return { ...legalText(language, name), version: 1, holdsFrom: null, texts };
}

/** Loads the current version of a versioned text. */
export async function loadLegalText(request: Request, name: Extract<LegalName, TextName>) {
  const [language, texts] = await Promise.all([languageOf(request), loadTranslations(request, "common")]);
  const userAgent = request.headers.get("user-agent") ?? "";
  // read as a visitor, because the text is the same for everybody
  const caller: Caller = { token: null, language, userAgent, browser: null };
  const { markdown, version, holdsFrom } = await sourceText(caller, name);
  return { ...legalTextOf(markdown), version, holdsFrom, texts };
}

export type Question = { id: string; title: string; text: string; html: string };
export type QuestionSection = { title: string; questions: Question[] };

function sectionOf(source: string): QuestionSection {
  const [head = "", ...parts] = source.split(/^## /m);
  const questions = parts.map((part) => {
    const [, title = "", id = "", body = ""] = /^(.*?) \{#([\w-]+)\}\n+([\s\S]*)$/.exec(part) ?? [];
    return { id, title, text: plainText(filled(body)), html: toHtml(body) };
  });
  return { title: head.trim(), questions };
}

const sectionsOf = (markdown: string): QuestionSection[] =>
  cached("faq", markdown, () => markdown.split(/^# /m).slice(1).map(sectionOf));

/** Returns the FAQ of the release, by section of the cabinet. */
export const questionSections = (language: Language): QuestionSection[] =>
  sectionsOf(shipped(language, "faq").markdown);

/** Loads the current FAQ, and the date from which it is valid. */
export async function loadQuestions(caller: Caller) {
  const { markdown, version, holdsFrom } = await sourceText(caller, "faq");
  return { sections: sectionsOf(markdown), version, holdsFrom };
}
