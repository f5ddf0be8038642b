import { expect, test } from "vitest";
import fieldsEn from "./en/fields.json" with { type: "json" };
import fieldsRu from "./ru/fields.json" with { type: "json" };
import type { Namespace } from "./texts";
import type { Translate, Values } from "./translate";
import { addTexts, textIn, toSend, translatorOf } from "./translate";

/** Translates a key with only these texts loaded. */
function translate(texts: Record<string, string>, language: string, key: string, values?: Values): string {
  addTexts(language, "test" as Namespace, texts);
  return textIn(language, "test" as Namespace, key, values);
}

const texts = {
  greeting: "Hello, {{ name }}!",
  days_one: "{{count}} день",
  days_few: "{{count}} дня",
  days_many: "{{count}} дней",
  days_other: "{{count}} дня",
};

test("values are inserted, missing ones stay visible as placeholders", () => {
  expect(translate(texts, "en", "greeting", { name: "Ann" })).toBe("Hello, Ann!");
  expect(translate(texts, "en", "greeting")).toBe("Hello, {{ name }}!");
});

test.each([
  [1, "1 день"],
  [3, "3 дня"],
  [5, "5 дней"],
  [21, "21 день"],
  [1.5, "1.5 дня"],
])("%d takes its Russian plural form", (count, text) => {
  expect(translate(texts, "ru", "days", { count })).toBe(text);
});

test("texts of another service are passed through", () => {
  expect(translate(texts, "en", "No such coin")).toBe("No such coin");
});

test("an unknown key, a missing value and an extra value are type errors", () => {
  const t = ((key: string) => key) as unknown as Translate<"renewal">;
  expect(t("renewed", { name: "a1", date: "5 Mar 2025" })).toBe("renewed");
  // @ts-expect-error: no such text
  t("renewedd");
  // @ts-expect-error: the date is missing
  t("renewed", { name: "a1" });
  // @ts-expect-error: no values at all
  t("renewed");
  // @ts-expect-error: the text knows no price
  t("renewed", { name: "a1", date: "5 Mar 2025", price: "$5" });
});

test("the counter of a text that is too long uses plural forms", () => {
  const over = (count: number) => translate(fieldsEn, "en", "charactersOver", { count });
  expect([over(1), over(2)]).toEqual(["1 character too many", "2 characters too many"]);
  expect(translate(fieldsRu, "ru", "charactersOver", { count: 1 })).not.toBe(
    translate(fieldsRu, "ru", "charactersOver", { count: 2 }).replace("2", "1"),
  );
});

test("a sentence ends with one full stop, even if a value ends with one", () => {
  const t = (text: string, date: string) => translate({ text }, "ru", "text", { date });
  expect(t("Решим до {{date}}.", "27 нояб. 2026 г.")).toBe("Решим до 27 нояб. 2026 г.");
  expect(t("Хватит до <b>{{date}}</b>. Дальше нет.", "27 нояб.")).toBe(
    "Хватит до <b>27 нояб</b>. Дальше нет.",
  );
  expect(t("До {{date}}, потом удалим.", "27 нояб.")).toBe("До 27 нояб., потом удалим.");
});

test("a value is inserted literally, whatever it contains", () => {
  const two = { two: "{{a}}, {{b}}", end: "{{a}}{{b}}", stop: "{{a}}." };
  const t = (a: string, b = "B") => translate(two, "en", "two", { a, b });
  for (const value of [
    "{{b}}",
    "{{ b }}",
    "{{-b}}",
    "{",
    "{{",
    "}}",
    "$t(two)",
    "$t(two, {{b}})",
    "$& $1 $$",
    "<b>Ann</b> & Co",
    "\uFDD0b\uFDD0",
    "",
  ])
    expect(t(value)).toBe(`${value}, B`);
  expect(translate(two, "en", "end", { a: "{", b: "{b}}" })).toBe("{{b}}");
  expect(translate(two, "en", "stop", { a: "wait...", b: "" })).toBe("wait....");
  expect(translate({ days_other: "{{count}} days, {{a}}" }, "en", "days", { count: 0, a: 0 })).toBe(
    "0 days, 0",
  );
});

test("inherited property names are not keys, and texts of another service are not interpolated", () => {
  for (const key of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    expect(translate(texts, "en", key)).toBe(key);
    expect(translate(texts, "en", key, { count: 2 })).toBe(key);
  }
  expect(translate(texts, "en", "Price: $t(greeting) {{name}}", { name: "Ann" })).toBe(
    "Price: $t(greeting) {{name}}",
  );
  for (const key of ["vps:greeting", "greeting.name", "not.there"])
    expect(translate(texts, "en", key)).toBe(key);
});

test("keys and values may have the names of i18next's own options", () => {
  const options = {
    said: "{{context}} {{ns}} {{lng}} {{defaultValue}}",
    said_x: "no",
    defaultValue: "{{replace}}",
  };
  const values = { context: "x", ns: "vps", lng: "ru", defaultValue: "d" };
  expect(translate(options, "en", "said", values)).toBe("x vps ru d");
  expect(translate(options, "en", "defaultValue", { replace: "r" })).toBe("r");
});

test("newly loaded texts replace the earlier ones", () => {
  const translatorFrom = (sent: Record<string, string>) =>
    translatorOf("en", "test" as Namespace, toSend(sent)) as Translator;
  expect(translatorFrom({ old: "Old", both: "Before" })("both")).toBe("Before");
  const now = translatorFrom({ both: "After" });
  expect([now("both"), now("old")]).toEqual(["After", "old"]);
  expect((translatorOf("en", "test" as Namespace, undefined) as Translator)("both")).toBe("both");
});

type Translator = (key: string) => string;

test("a cached text is cached by its values and its texts", () => {
  const t = (values: Values) => translate(texts, "ru", "days", values);
  expect([t({ count: 1 }), t({ count: 2 }), t({ count: 1 }), t({ count: "1" })]).toEqual([
    "1 день",
    "2 дня",
    "1 день",
    "days",
  ]);
  for (let count = 0; count < 1_000; count++) expect(t({ count })).toMatch(new RegExp(`^${count} д`));
  expect(translate({ ...texts, days_few: "{{count}} суток" }, "ru", "days", { count: 2 })).toBe("2 суток");
});
