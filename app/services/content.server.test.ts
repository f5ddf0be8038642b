import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languages } from "#contract/languages";
import { legalText, questionSections } from "./content.server";

const both = languages.map((language) => [language] as const);
const ids = (language: "en" | "ru") =>
  questionSections(language).map(({ questions }) => questions.map(({ id }) => id));

test("both languages answer the same questions in the same order, each with its own anchor", () => {
  expect(ids("ru")).toEqual(ids("en"));
  const all = ids("en").flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(40);
});

test.each(both)("every question in %s has a title and an answer", (language) => {
  for (const section of questionSections(language)) {
    expect(section.title).not.toBe("");
    for (const { id, title, text, html } of section.questions) {
      expect(
        [id, title, text].every((part) => part.length > 3),
        `${id}: ${title}`,
      ).toBe(true);
      expect(html).not.toMatch(/\{#|\{\{|undefined/);
    }
  }
});

test.each(both)("links between answers in %s lead to existing answers", (language) => {
  const all = new Set(ids("en").flat());
  const links = questionSections(language).flatMap(({ questions }) =>
    questions.flatMap(({ html }) => [...html.matchAll(/href="\/faq\/([^"]+)"/g)].map(([, id]) => id ?? "")),
  );
  expect(links.length).toBeGreaterThan(1);
  expect(links.filter((id) => !all.has(id))).toEqual([]);
});

test.each(both)(
  "a table cell in %s contains its column heading, which a phone does not show above it",
  (language) => {
    const { html } = legalText(language, "formulas");
    expect([...new Set([...html.matchAll(/<td data-label="([^"]+)"/g)].map(([, label]) => label))]).toEqual(
      expect.arrayContaining(["1.0", "1.1"]),
    );
    const cells = html.match(/<td/g)?.length ?? 0;
    expect(html.match(/<td data-label/g)).toHaveLength((cells / 3) * 2);
  },
);

test.each([
  ["en", "$2.00 a month"],
  ["ru", "2,00\u00a0$ в месяц"],
] as const)("the FAQ in %s names the price of an account as the settings have it", (language, price) => {
  const question = questionSections(language)
    .flatMap(({ questions }) => questions)
    .find(({ id }) => id === "subscription");
  expect(question?.text).toContain(price);
  expect(question?.html).toContain(price);
});

const sections = { "public-offer": 12, "privacy-policy": 8, "report-a-vulnerability": 3 } as const;

test.each(both)("the legal texts in %s are complete", (language) => {
  for (const name of ["public-offer", "privacy-policy", "report-a-vulnerability"] as const) {
    const { title, updated, html, contents } = legalText(language, name);
    expect(title).not.toBe("");
    expect(updated).toMatch(/202\d/);
    expect(html.match(/<h2/g)?.length).toBe(sections[name]);
    expect([...html.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id)).toEqual(
      contents.map(({ id }) => id),
    );
    expect(contents.every((one) => one.title.length > 3)).toBe(true);
    expect(html).not.toContain("{{");
  }
});

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx"))
  .map((path) => ({ path, source: readFileSync(join("app", path), "utf8") }));

test("every question that a page links to has an answer", () => {
  const linkedQuestions = sources.flatMap(({ source }) =>
    [...source.matchAll(/<FaqLink question="([^"]+)"|faqQuestion\("([^"]+)"\)/g)].map(
      ([, link, path]) => link ?? path ?? "",
    ),
  );
  expect(linkedQuestions.length).toBeGreaterThan(15);
  const known = ids("en").flat();
  expect(linkedQuestions.filter((id) => !known.includes(id))).toEqual([]);
});

/** What a form with `How does this work?` is about: the question it links to, and its subject as a key of a locale. */
const formSubjects = [
  ["test-server", "vps", "testServerLink"],
  ["rent-a-server", "vps", "rent"],
  ["renewal", "vps", "renew"],
  ["upgrade", "vps", "upgrade"],
  ["connect", "vps", "credentials"],
  ["deposit", "balance", "deposit"],
  ["transfer", "balance", "transfer"],
  ["txid", "deposit", "txid"],
  ["withdrawal", "partner", "withdrawals"],
  ["make-promo-code", "partner", "createPromo"],
  ["subscription", "subscription", "autopay"],
  ["add-account", "accounts", "addAccount"],
  ["import", "accounts", "importHistory"],
  ["sharing", "sharing", "showPositions"],
  ["reports-alerts", "notices", "which"],
  ["reports-alerts", "notices", "notificationsTitle"],
] as const;

test("every form with a link to its explanation has a known subject", () => {
  const linked = sources.flatMap(({ source }) =>
    [...source.matchAll(/<FaqLink question="([^"]+)"/g)].map(([, id = ""]) => id),
  );
  expect([...new Set(linked)].sort()).toEqual([...new Set(formSubjects.map(([id]) => id))].sort());
  // the link explains fields, so each stands in a form of its own
  const count = (source: string, tag: RegExp) => source.match(tag)?.length ?? 0;
  const withoutForm = sources.filter(
    ({ source }) => count(source, /<FaqLink\s/g) > count(source, /<Form\s/g),
  );
  expect(withoutForm.map(({ path }) => path)).toEqual([]);
});

test.each(languages.flatMap((language) => formSubjects.map((subject) => [language, ...subject] as const)))(
  "the explanation in %s of %s names the form's subject (%s, %s)",
  (language, id, namespace, key) => {
    const texts = JSON.parse(readFileSync(join("locales", language, `${namespace}.json`), "utf8"));
    const question = questionSections(language)
      .flatMap(({ questions }) => questions)
      .find((one) => one.id === id);
    expect(`${question?.title} ${question?.text}`.toLowerCase()).toContain(texts[key].toLowerCase());
  },
);
