import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "node-html-parser";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";

/** Shorter texts are names, or are contained in words of another language. */
const leastLength = 12;
/** Names of the adapter's inputs in the terminal, the same in every language. */
const inputs = ["Activation key"];

const textsOf = (language: string): string[] =>
  readdirSync(join("locales", language))
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const texts: Record<string, unknown> = JSON.parse(
        readFileSync(join("locales", language, name), "utf8"),
      );
      return Object.values(texts).filter((text) => typeof text === "string");
    });

/**
 * Returns a function that finds translations of another language on a page; texts with placeholders or tags are
 * skipped.
 */
export function wrongLanguageTexts(language: Language): (html: string) => string[] {
  const own = textsOf(language).join("\n");
  const foreign = languages
    .filter((other) => other !== language)
    .flatMap(textsOf)
    .filter(
      (text) =>
        text.length >= leastLength && !/[{<]/.test(text) && !own.includes(text) && !inputs.includes(text),
    );
  return (html) => {
    const main = (parse(html).querySelector("main")?.text ?? "").replace(/\s+/g, " ");
    return foreign.filter((text) => main.includes(text));
  };
}
