import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import { glossary } from "./glossary";

/** A language without terms does not compile. */
const terms: Record<Language, (typeof glossary)["en"]> = glossary;

/** Yields each text of a language with its name: `namespace.key`, or the file of a page. Removes URLs and tags. */
function* textsOf(language: string): Generator<[name: string, text: string]> {
  for (const file of readdirSync(`locales/${language}`, { recursive: true, encoding: "utf8" })) {
    const read = () => readFileSync(`locales/${language}/${file}`, "utf8");
    if (file.endsWith(".md")) yield [file, read().replace(/\]\([^)]*\)|\{#[\w-]+\}/g, "")];
    if (!file.endsWith(".json")) continue;
    for (const [key, text] of Object.entries(JSON.parse(read()) as Record<string, string>))
      yield [`${file.replace(/\.json$/, "")}.${key}`, text.replace(/<\/?\w+>/g, "")];
  }
}

/** Removes the names of placeholders, which readers do not see. */
const withoutValues = (text: string) => text.replace(/\{\{[^}]*\}\}/g, "{{ }}");

test.each(languages)("no text of %s contains a word that the glossary rejects", (language) => {
  const rejected: string[] = [];
  let read = 0;
  for (const [name, text] of textsOf(language)) {
    read += 1;
    for (const { preferred, not, but = [] } of terms[language])
      for (const pattern of not) {
        const found = withoutValues(text).match(new RegExp(pattern, "iu"));
        if (found && !but.includes(name)) rejected.push(`${name}: “${found[0]}” for “${preferred}”`);
      }
  }
  expect(read).toBeGreaterThan(900);
  expect(rejected).toEqual([]);
});

test.each(languages)("an email names the side of a trade like the page (%s)", (language) => {
  const texts = new Map(textsOf(language));
  for (const side of ["Long", "Short"])
    expect(texts.get(`mail.side${side}`)).toBe(
      texts.get(`statistics.side_${side.toLowerCase()}`)?.toLowerCase(),
    );
});
