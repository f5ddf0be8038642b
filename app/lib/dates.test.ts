import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dateText, dateTimeText, dayText, utcDateText, utcDateTimeText, utcDayText } from "./dates";

const evening = "2025-03-05T23:05:09.000Z";
const of = (zone: string, language: "en" | "ru" = "en") => ({ language, zone });
const plain = (text: string) => text.replace(/\s/g, " ");

test("a time is shown in the viewer's time zone and language", () => {
  expect(dateText(evening, of("UTC"))).toBe("5 Mar 2025");
  expect(dateText(evening, of("Europe/Moscow"))).toBe("6 Mar 2025");
  expect(plain(dateText(evening, of("Europe/Moscow", "ru")))).toBe("6 мар. 2025");
  expect(dayText(evening, of("America/New_York"), Date.parse(evening))).toBe("5\u00a0Mar");
});

test("a day of another year in the viewer's time zone shows its year", () => {
  const now = Date.parse("2026-12-31T23:30:00Z");
  const day = (iso: string, zone: string, language?: "ru") => plain(dayText(iso, of(zone, language), now));
  expect(day("2026-12-24T10:00:00Z", "UTC")).toBe("24 Dec");
  expect(day("2028-12-24T10:00:00Z", "UTC")).toBe("24 Dec 2028");
  expect(day("2025-12-24T10:00:00Z", "UTC", "ru")).toBe("24 дек. 2025");
  // it is already 2027 in Moscow
  expect(day("2026-12-24T10:00:00Z", "Europe/Moscow")).toBe("24 Dec 2026");
  expect(day("2026-12-31T22:00:00Z", "Europe/Moscow")).toBe("1 Jan");
  expect(utcDayText(Date.parse(evening), "en", now)).toBe("5 Mar 2025");
});

test("a time shows its UTC offset", () => {
  expect(plain(dateTimeText(evening, of("UTC")))).toBe("5 Mar 2025, 23:05 UTC");
  expect(plain(dateTimeText(evening, of("Europe/Moscow")))).toBe("6 Mar 2025, 02:05 UTC+3");
  expect(plain(dateTimeText(evening, of("Asia/Kolkata")))).toBe("6 Mar 2025, 04:35 UTC+5:30");
  expect(plain(dateTimeText(evening, of("America/St_Johns")))).toBe("5 Mar 2025, 19:35 UTC−3:30");
});

test.each([
  // in Europe, daylight saving time begins on 30 March 2025 at 01:00 UTC and ends on 26 October
  ["Europe/Berlin", "2025-03-30T00:59:00Z", "30 Mar 2025, 01:59 UTC+1"],
  ["Europe/Berlin", "2025-03-30T01:00:00Z", "30 Mar 2025, 03:00 UTC+2"],
  ["Europe/Berlin", "2025-10-26T00:30:00Z", "26 Oct 2025, 02:30 UTC+2"],
  ["Europe/Berlin", "2025-10-26T01:30:00Z", "26 Oct 2025, 02:30 UTC+1"],
  // in New York, on 9 March at 07:00 UTC and on 2 November at 06:00 UTC
  ["America/New_York", "2025-03-09T06:59:00Z", "9 Mar 2025, 01:59 UTC−5"],
  ["America/New_York", "2025-03-09T07:00:00Z", "9 Mar 2025, 03:00 UTC−4"],
  ["America/New_York", "2025-11-02T05:30:00Z", "2 Nov 2025, 01:30 UTC−4"],
  ["America/New_York", "2025-11-02T06:30:00Z", "2 Nov 2025, 01:30 UTC−5"],
  // daylight saving time of half an hour
  ["Australia/Lord_Howe", "2025-04-05T14:59:00Z", "6 Apr 2025, 01:59 UTC+11"],
  ["Australia/Lord_Howe", "2025-04-05T15:00:00Z", "6 Apr 2025, 01:30 UTC+10:30"],
])("in %s %s is %s", (zone, iso, text) => {
  expect(plain(dateTimeText(iso, of(zone)))).toBe(text);
});

test("an unknown time zone falls back to UTC, and is labelled UTC", () => {
  expect(plain(dateTimeText(evening, of("Mars/Olympus")))).toBe("5 Mar 2025, 23:05 UTC");
});

test("a day defined in UTC is the same for everybody", () => {
  expect(utcDateText("2025-03-05", "en")).toBe("5 Mar 2025");
  expect(plain(utcDayText(Date.parse(evening), "ru", Date.parse(evening)))).toBe("5 мар.");
  expect(plain(utcDateTimeText(evening, "en"))).toBe("5 Mar 2025, 23:05 UTC");
});

test("no page formats a date except by app/lib/dates.ts", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && file !== join("lib", "dates.ts"))
    .filter((file) =>
      /\b(dateFormat|zonedFormat)\b|zone: "UTC"|to(UTC|GMT|Date|Time)String\(/.test(
        readFileSync(join("app", file), "utf8"),
      ),
    );
  expect(files).toEqual([]);
});
