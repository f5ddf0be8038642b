import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const plain = (text: string) => text.replace(/\s+/g, " ").trim();
const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`);

test("every sample of code in the documents stands in the code, which the compiler reads", () => {
  const code = ["app", "api", "contract", "statements"]
    .flatMap(sources)
    .map((file) => plain(readFileSync(file, "utf8")));
  const samples = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/```tsx?\n([\s\S]*?)```/g)].map(([, sample = ""]) => [
      page,
      sample,
    ]),
  );
  expect(samples.length).toBeGreaterThan(0);
  const invented = samples.filter(([, sample = ""]) => !code.some((text) => text.includes(plain(sample))));
  expect(invented).toEqual([]);
});

test("every file that the documents name is there", () => {
  const named = pages.flatMap((page) =>
    [
      ...readFileSync(page, "utf8").matchAll(
        /`((?:app|api|contract|locales|e2e|bench|bin|docs|deploy|public)\/[^`<>*{}…\s]*)`/g,
      ),
    ].map(([, path = ""]) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ path }) => !/\/X\b|NNNN|\/x\./.test(path) && !existsSync(path))).toEqual([]);
});

test("a decision that was superseded says by which, and that one is there", () => {
  const folder = "docs/decisions";
  const decisions = readdirSync(folder).filter((name) => name.endsWith(".md"));
  for (const name of decisions) {
    const text = readFileSync(`${folder}/${name}`, "utf8");
    for (const [, by = ""] of text.matchAll(/\bSuperseded\*{0,2} by \[?(\d{4})/g))
      expect(
        decisions.some((other) => other.startsWith(by)),
        `${name}, superseded by ${by}`,
      ).toBe(true);
    for (const [, old = ""] of text.matchAll(/^Supersedes \[?(\d{4})/gm)) {
      const before = decisions.find((other) => other.startsWith(old)) ?? "";
      expect(readFileSync(`${folder}/${before}`, "utf8"), `${before}, superseded by ${name}`).toMatch(
        /Superseded/,
      );
    }
  }
});

/** Where a language may be told from another: the rest of the code knows none by name (docs/adding.md). */
const languageFiles = [
  "contract/languages.ts",
  "api/lib/translations.ts",
  "api/lib/csv.ts",
  "app/root.tsx",
  // what an operator tells all clients has a column a language
  "api/modules/users/current-user.ts",
  // sends its words in both languages, whatever the reader's
  "app/routes/_cabinet.partner-program._index/invite.tsx",
];

test("no more than eight files know a language by its name, and one the length of a day", () => {
  const product = ["app", "api", "contract", "statements"]
    .flatMap(sources)
    .filter((file) => !/\.(test|bench)\.|\/testing|\/seed\/|\/adapters\/|\/simulator\/|\/prove-/.test(file));
  const holding = (pattern: RegExp) => product.filter((file) => pattern.test(readFileSync(file, "utf8")));
  expect(languageFiles.length).toBeLessThanOrEqual(8);
  expect(holding(/"ru"|\bru: \{|ru-RU|\{en,ru\}/).filter((file) => !languageFiles.includes(file))).toEqual(
    [],
  );
  expect(holding(/\b86_?400(_?000)?\b|\b24 \* 60 \* 60\b/)).toEqual(["contract/day.ts"]);
});
