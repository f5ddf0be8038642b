// Writes locales/texts.ts, the types of the translations, from locales/en/*.json: `npm run texts`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const target = "locales/texts.ts";
const plural = /_(zero|one|two|few|many|other)$/;

/** Returns the names of the values that each text needs, by key; the plural forms of a text are one key. */
function keysOf(texts) {
  const keys = new Map();
  for (const [key, text] of Object.entries(texts)) {
    const base = key.replace(plural, "");
    const isPlural = plural.test(key) && `${base}_other` in texts;
    const names = keys.get(isPlural ? base : key) ?? new Set(isPlural ? ["count"] : []);
    for (const [, name] of text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)) names.add(name);
    keys.set(isPlural ? base : key, names);
  }
  return keys;
}

const quoted = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const union = (names) => [...names].map((name) => JSON.stringify(name)).join(" | ") || "never";

const namespaces = readdirSync("locales/en")
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(".json", ""))
  .sort();

const source = `// Made by \`npm run texts\` from locales/en/*.json; not to be written by hand.

/** The names of the values that each text needs, by namespace and key. A test checks that Russian needs the same. */
export type Texts = {
${namespaces
  .map((namespace) => {
    const keys = keysOf(JSON.parse(readFileSync(`locales/en/${namespace}.json`, "utf8")));
    const lines = [...keys].map(([key, names]) => `    ${quoted(key)}: ${union(names)};`);
    return `  ${quoted(namespace)}: {\n${lines.join("\n")}\n  };`;
  })
  .join("\n")}
};

/** The namespaces, one JSON file each in \`locales/en\` and \`locales/ru\`. */
export type Namespace = keyof Texts;

/** The serialized translations that a loader returns for its page. */
export type TextsOf<N extends Namespace> = { [name in N]: string };
`;

// rewriting an unchanged file would trigger file watchers
if (!existsSync(target) || readFileSync(target, "utf8") !== source) writeFileSync(target, source);
