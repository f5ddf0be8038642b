import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Language } from "#contract/languages";
import type { TextName } from "#contract/texts/index";

/**
 * Relative to the project's root, where every program is started; both the sources and the build contain the texts.
 */
const folder = resolve(import.meta.env?.PROD ? "build/texts" : "locales");

/**
 * Returns the Markdown shipped with the release. The FAQ is one text whose sections begin with first-level headings.
 */
export async function shippedText(name: TextName, language: Language): Promise<string> {
  if (name !== "faq") return readFile(join(folder, language, "pages", `${name}.md`), "utf8");
  const sections = join(folder, language, "faq");
  const files = (await readdir(sections)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(sections, file), "utf8")));
  return `${texts.map((text) => text.trim()).join("\n\n")}\n`;
}
