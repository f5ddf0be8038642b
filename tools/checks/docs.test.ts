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

test("every code sample in the documents occurs in the compiled code", () => {
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

test("every file named in the documents exists", () => {
  const named = pages.flatMap((page) =>
    [
      ...readFileSync(page, "utf8").matchAll(
        /`((?:app|api|contract|locales|e2e|bin|docs|deploy|public|server|statements|tools)\/[^`<>*{}…\s]*)`/g,
      ),
    ].map(([, path = ""]) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ path }) => !/\/X\b|NNNN|\/x\./.test(path) && !existsSync(path))).toEqual([]);
});

test("every test that only the night runs is listed, with what stays in CI", () => {
  const list = readFileSync("docs/tests.md", "utf8");
  const nightly = ["app", "api", "bin", "statements", "server", "tools", "e2e"]
    .flatMap(sources)
    .filter((file) => /\.nightly\.(test|spec)\.tsx?$/.test(file));
  expect(nightly.length).toBeGreaterThan(30);
  const isListed = (file: string) =>
    new RegExp(`[/{,]${file.replace(/^.*\/|\.nightly\..*$/g, "")}[.,}]`).test(list);
  expect(nightly.filter((file) => !isListed(file))).toEqual([]);
});

test("what a document says is in a file is in it, and every file named without its folder exists", () => {
  const files = ["app", "api", "contract", "statements", "server", "tools", "e2e", "locales"].flatMap(
    sources,
  );
  const placed = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/`(\w+)(?:\(\))?` in `([\w./$-]+\/[\w.$-]+\.tsx?)`/g)].map(
      ([, name = "", path = ""]) => ({ page, name, path }),
    ),
  );
  expect(placed.length).toBeGreaterThan(2);
  expect(
    placed.filter(({ name, path }) => !new RegExp(`\\b${name}\\b`).test(readFileSync(path, "utf8"))),
  ).toEqual([]);
  const bare = [...readFileSync("README.md", "utf8").matchAll(/`([\w.-]+\.tsx?)`/g)].map(
    ([, name = ""]) => name,
  );
  expect(bare.length).toBeGreaterThan(5);
  expect(bare.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

test("decisions are at most thirty, a page each, all in the index, and every cited one exists", () => {
  const folder = "docs/adr";
  const decisions = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name));
  expect(decisions.length).toBeLessThanOrEqual(30);
  const index = readFileSync(`${folder}/README.md`, "utf8");
  for (const name of decisions) {
    const text = readFileSync(`${folder}/${name}`, "utf8");
    expect(text.split(/\s+/).length, name).toBeLessThan(500);
    for (const part of ["**Context.**", "**Decision.**", "**Consequences.**"])
      expect(text, name).toContain(part);
    expect(index).toContain(`(${name})`);
  }
  const cited = ["app", "api", "contract", "statements", "server", "tools", "e2e", "locales"]
    .flatMap(sources)
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/docs\/adr\/(\d{4})/g)].map(([, number = ""]) => ({
        file,
        number,
      })),
    );
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(({ number }) => !decisions.some((name) => name.startsWith(number)))).toEqual([]);
});

test("every dependency and override has its line in docs/dependencies.md, and no other has", () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(
    readFileSync("package.json", "utf8"),
  ) as Record<string, Record<string, string>>;
  const list = readFileSync("docs/dependencies.md", "utf8");
  const named = new Set(
    [...list.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = ""]) =>
      names.split(", ").map((name) => name.split(" ")[0] ?? ""),
    ),
  );
  for (const name of ["package", "---"]) named.delete(name);
  const used = new Set(Object.keys({ ...dependencies, ...devDependencies, ...overrides }));
  expect([...used].filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !used.has(name))).toEqual([]);
});

test("CONTRIBUTING is one page", () => {
  expect(readFileSync("CONTRIBUTING.md", "utf8").split("\n").length).toBeLessThanOrEqual(120);
});

/** Files that hold texts or rules of one language; columns and lists for each are in docs/adding.md. */
const languageFiles = [
  "contract/languages.ts",
  "api/lib/translations.ts",
  "api/lib/csv.ts",
  // what people write in the sample emails
  "api/email/sample-texts.ts",
  "app/root.tsx",
  // operators' messages to all clients have a column for each language
  "api/modules/announcements/maintenance-windows.ts",
  // sends its translations in both languages, whatever the viewer's
  "app/routes/_cabinet.partner-program._index/route.tsx",
];

test("at most seven files name a language, and one defines the length of a day", () => {
  const product = ["app", "api", "contract", "statements"]
    .flatMap(sources)
    .filter((file) => !/\.(test|bench)\.|\/testing|\/seed\/|\/adapters\/|\/simulator\/|\/prove-/.test(file));
  const holding = (pattern: RegExp) => product.filter((file) => pattern.test(readFileSync(file, "utf8")));
  expect(languageFiles.length).toBeLessThanOrEqual(7);
  expect(holding(/"ru"|\bru: \{|ru-RU|\{en,ru\}/).filter((file) => !languageFiles.includes(file))).toEqual(
    [],
  );
  expect(holding(/\b86_?400(_?000)?\b|\b24 \* 60 \* 60\b/)).toEqual(["contract/day.ts"]);
});
