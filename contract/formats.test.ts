import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  clockName,
  dateFormat,
  formatAge,
  numberFormat,
  spanText,
  zonedFormat,
  zonedText,
  zoneOffset,
} from "./formats";

test("a format is created once", () => {
  const options = { timeZone: "UTC", month: "short" } as const;
  expect(dateFormat("ru", options)).toBe(dateFormat("ru", { ...options }));
  expect(dateFormat("ru", options)).not.toBe(dateFormat("en", options));
  expect(numberFormat("en", { style: "percent" })).toBe(numberFormat("en", { style: "percent" }));
});

test("a zone's format is created once too, and its offset depends on the time", () => {
  const options = { hour: "2-digit" } as const;
  expect(zonedFormat("en", "Asia/Tokyo", options)).toBe(zonedFormat("en", "Asia/Tokyo", { ...options }));
  expect(zonedFormat("en", "Asia/Tokyo", options)).not.toBe(zonedFormat("en", "UTC", options));
  const [winter, summer] = [Date.UTC(2026, 0, 10), Date.UTC(2026, 6, 10)];
  expect(zoneOffset("Europe/Berlin", winter)).toBe(3600);
  expect(zoneOffset("Europe/Berlin", summer)).toBe(7200);
  expect(clockName("America/Caracas", winter)).toBe("UTC−4");
  expect(clockName("Europe/London", winter)).toBe("UTC");
  expect(clockName("Europe/London", summer)).toBe("UTC+1");
});

test("no date ends with the word for a Russian year, neither one day nor a span", () => {
  const options = { day: "numeric", month: "short", year: "numeric" } as const;
  expect(zonedText("ru", "UTC", options, new Date("2026-11-28"))).toBe("28 нояб. 2026");
  expect(spanText("ru", "2026-11-28", "2026-11-28")).toBe("28 нояб. 2026");
  expect(spanText("ru", "2026-11-23", "2026-11-28")).toBe("23–28 нояб. 2026");
  expect(spanText("en-GB", "2026-11-09", "2026-11-15")).toBe("9\u00a0–\u00a015 Nov 2026");
});

test("an age is in its largest unit, and a minute at least", () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const ages = [0, 5 * minute, 59 * minute + 59_999, 2 * hour, 3 * day + hour, 40 * day];
  const textsIn = (language: "en" | "ru") =>
    ages.map((age) => formatAge(age, language).replaceAll("\u00a0", " "));
  expect(textsIn("en")).toEqual(["1 minute", "5 minutes", "59 minutes", "2 hours", "3 days", "40 days"]);
  expect(textsIn("ru")).toEqual(["1 минута", "5 минут", "59 минут", "2 часа", "3 дня", "40 дней"]);
});

test("only contract/formats.ts creates formats of dates and numbers", () => {
  const files = ["app", "api", "contract", "locales"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const makers = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .filter((file) =>
      /new Intl\.(DateTime|Number)Format|toLocale(Date|Time)?String\(/.test(readFileSync(file, "utf8")),
    );
  expect(makers).toEqual(["contract/formats.ts"]);
});
