import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { defaultLanguage, languages } from "#contract/languages";
import type { Namespace } from "./texts";
import { toSend, translatorOf } from "./translate";

const namespaces = readdirSync("locales/en").filter((name) => name.endsWith(".json"));
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(`locales/${language}/${file}`, "utf8")) as Record<string, string>;

const plural = /_(zero|one|two|few|many|other)$/;
const base = (key: string) => key.replace(plural, "");
const isPlural = (texts: Record<string, string>, key: string) =>
  plural.test(key) && `${base(key)}_other` in texts;
const bases = (texts: Record<string, string>) =>
  [...new Set(Object.keys(texts).map((key) => (isPlural(texts, key) ? base(key) : key)))].sort();
const values = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort();
const tags = (text: string) => [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name).sort();

const others = languages.filter((language) => language !== defaultLanguage);

test.each(others)("%s has the same namespaces", (language) => {
  expect(readdirSync(`locales/${language}`).filter((name) => name.endsWith(".json"))).toEqual(namespaces);
});

describe.each(namespaces)("%s", (file) => {
  const standard = read(defaultLanguage, file);

  test.each(others)("has the same keys in %s", (language) => {
    expect(bases(read(language, file))).toEqual(bases(standard));
  });

  test.each(languages)("has every plural form of %s, and the same values and tags", (language) => {
    const texts = read(language, file);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of bases(standard)) {
      const isCounted = `${key}_other` in standard;
      if (isCounted)
        for (const form of forms) expect(texts, `${language} ${key}`).toHaveProperty([`${key}_${form}`]);
      const name = isCounted ? `${key}_other` : key;
      const [expected = "", text = ""] = [standard[name], texts[name]];
      expect(new Set(values(text)), key).toEqual(new Set(values(expected)));
      expect(tags(text), key).toEqual(tags(expected));
    }
  });

  test.each(languages)("arrives in the browser as the loader sent it (%s)", (language) => {
    const texts = read(language, file);
    const t = translatorOf("en", file as Namespace, toSend(texts)) as (key: string) => string;
    for (const key of Object.keys(texts)) expect(t(key)).toBe(texts[key]);
    expect(Object.entries(texts).flat().join("")).not.toMatch(/[|\uFDD0]/);
    for (const key of Object.keys(texts)) expect(key).not.toMatch(/^@/);
  });

  test.each(languages)("has no empty text in %s", (language) => {
    for (const [key, text] of Object.entries(read(language, file))) expect(text.trim(), key).not.toBe("");
  });
});
