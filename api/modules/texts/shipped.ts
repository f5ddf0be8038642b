import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Language } from "#contract/languages";
import type { TextName } from "#contract/texts/index";

/** From the project's root, where every program is started: the sources have them, and so has the build. */
const folder = resolve(import.meta.env?.PROD ? "build/texts" : "locales");

/** The Markdown that the release came with. The FAQ is one text: a heading of the first level begins each section. */
export async function shippedText(name: TextName, language: Language): Promise<string> {
  if (name !== "faq") return readFile(join(folder, language, "pages", `${name}.md`), "utf8");
  const sections = join(folder, language, "faq");
  const files = (await readdir(sections)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(sections, file), "utf8")));
  return `${texts.map((text) => text.trim()).join("\n\n")}\n`;
}
