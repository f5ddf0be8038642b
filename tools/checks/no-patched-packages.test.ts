import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = ["app", "api", "contract", "statements", "locales", "server", "bin"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.(tsx?|[mc]js)$/.test(file) && !/\.test\.|[/.]testing[./]/.test(file));
const files = [...sources, "vite.config.ts", "vite.server.config.ts"].map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));

/** Ways to change another package's module, or to read its source. */
const forbidden = {
  "a package's file read as text": /readFileSync\([^)]*node_modules/,
  "a module put into another's cache": /require\.cache|Module\._load|registerHooks|module\.register\(/,
  "a prototype or a module of Node changed": /\b(http|https|net)\.\w+ = |\.prototype\.\w+ = /,
  "rendered HTML rewritten": /\bhtml\s*(\.replace(All)?\(|=\s*html\.)/i,
  "a package patched": /patch-package/,
};

test.each(Object.entries(forbidden))("no source has %s", (_, pattern) => {
  expect(files.length).toBeGreaterThan(800);
  expect(files.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([]);
});

test("no package is patched on installation", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});
