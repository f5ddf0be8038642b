import { expect, test } from "vitest";
import { translate } from "./translate";

const texts = {
  greeting: "Hello, {{ name }}!",
  days_one: "{{count}} день",
  days_few: "{{count}} дня",
  days_many: "{{count}} дней",
  days_other: "{{count}} дня",
};

test("values are put in, unknown ones stay visible", () => {
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

test("words of another service are passed through", () => {
  expect(translate(texts, "en", "No such coin")).toBe("No such coin");
});
