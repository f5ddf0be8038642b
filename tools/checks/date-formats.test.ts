import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatDate, formatTime } from "#api/lib/format";
import { dateText, dateTimeText } from "#app/lib/dates";
import { languages } from "#contract/languages";

test("pages, emails and documents format times the same way", () => {
  const time = "2026-11-23T08:49:30.000Z";
  for (const language of languages)
    for (const zone of ["UTC", "Europe/Moscow", "America/St_Johns"]) {
      expect(formatTime(time, language, zone)).toBe(dateTimeText(time, { language, zone }));
      expect(formatDate(time, language, zone)).toBe(dateText(time, { language, zone }));
    }
  expect(formatTime(time, "en")).toBe("23 Nov 2026, 08:49\u00a0UTC");
});

test("no text and no code defines its own date format", () => {
  const american =
    /(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, 20\d\d/;
  const ownStyle = /dateStyle: "(long|medium|full)"/;
  const violations = ["api", "app", "locales"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(tsx?|json|md)$/.test(path) && !/\.test\.ts$/.test(path))
      .map((path) => join(folder, path))
      .filter((path) => [american, ownStyle].some((form) => form.test(readFileSync(path, "utf8")))),
  );
  expect(violations).toEqual([]);
});
