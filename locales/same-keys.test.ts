import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Namespace } from "./texts";
import { toSend, translatorOf } from "./translate";

const namespaces = readdirSync("locales/en").filter((name) => name.endsWith(".json"));
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(`locales/${language}/${file}`, "utf8")) as Record<string, string>;

const pluralForms = { en: ["one", "other"], ru: ["one", "few", "many", "other"] } as const;
const plural = /_(zero|one|two|few|many|other)$/;
const base = (key: string) => key.replace(plural, "");
const isPlural = (texts: Record<string, string>, key: string) =>
  plural.test(key) && `${base(key)}_other` in texts;
const bases = (texts: Record<string, string>) =>
  [...new Set(Object.keys(texts).map((key) => (isPlural(texts, key) ? base(key) : key)))].sort();
const values = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort();
const tags = (text: string) => [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name).sort();

test("both languages have the same namespaces", () => {
  expect(readdirSync("locales/ru").filter((name) => name.endsWith(".json"))).toEqual(namespaces);
});

describe.each(namespaces)("%s", (file) => {
  const [en, ru] = [read("en", file), read("ru", file)];

  test("has the same keys in both languages", () => {
    expect(bases(ru)).toEqual(bases(en));
  });

  test("has every plural form of its language, and the same values and tags", () => {
    for (const key of bases(en)) {
      const isCounted = `${key}_other` in en;
      for (const [language, texts] of [
        ["en", en],
        ["ru", ru],
      ] as const) {
        if (isCounted)
          for (const form of pluralForms[language])
            expect(texts, `${language} ${key}`).toHaveProperty([`${key}_${form}`]);
      }
      const [inEnglish, inRussian] = isCounted
        ? [en[`${key}_other`], ru[`${key}_other`]]
        : [en[key], ru[key]];
      expect(new Set(values(inRussian ?? "")), key).toEqual(new Set(values(inEnglish ?? "")));
      expect(tags(inRussian ?? ""), key).toEqual(tags(inEnglish ?? ""));
    }
  });

  test("arrives in the browser as the loader sent it", () => {
    for (const texts of [en, ru]) {
      const t = translatorOf("en", file as Namespace, toSend(texts)) as (key: string) => string;
      for (const key of Object.keys(texts)) expect(t(key)).toBe(texts[key]);
      expect(Object.entries(texts).flat().join("")).not.toMatch(/[|\uFDD0]/);
      for (const key of Object.keys(texts)) expect(key).not.toMatch(/^@/);
    }
  });

  test("has no empty text", () => {
    for (const texts of [en, ru])
      for (const [key, text] of Object.entries(texts)) expect(text.trim(), key).not.toBe("");
  });
});
