import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import { csvHead, csvRows, csvTime, decimalAmount } from "./csv";

const delimiters: Record<Language, string> = { en: ",", ru: ";" };

const csv = ([head = [], ...rows]: string[][], language: Language) =>
  csvHead(head, language) + (rows.length > 0 ? csvRows(rows, language) : "");

test("a table opens in an English and in a Russian spreadsheet", () => {
  expect(
    csv(
      [
        ["Date", "Sum"],
        ["2025-03-05 14:30:00", decimalAmount(-1_250, "en")],
      ],
      "en",
    ),
  ).toBe("\uFEFFDate,Sum\r\n2025-03-05 14:30:00,-12.50\r\n");
  expect(
    csv(
      [
        ["Дата", "Сумма"],
        ["2025-03-05 14:30:00", decimalAmount(123_405, "ru")],
      ],
      "ru",
    ),
  ).toBe("\uFEFFДата;Сумма\r\n2025-03-05 14:30:00;1234,05\r\n");
  expect(csvTime("2025-03-05T14:30:00.123Z")).toBe("2025-03-05 14:30:00");
});

test.each([
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "=cmd|' /C calc'!A0",
  "\t=1",
  " =1",
  "＝1+1",
  "-",
  "-12,50=1",
])("%j is not a formula any more", (text) => {
  for (const language of languages) {
    const [[cell] = []] = Papa.parse<string[]>(csv([[text]], language).slice(1), {
      delimiter: delimiters[language],
    }).data;
    expect(cell).toBe(`'${text}`);
  }
});

test.each(["-12.50", "-12,50", "12,50", "-1"])("%j is a number and stays one", (text) => {
  expect(csv([[text]], "ru").replace(/["\uFEFF\r\n]/g, "")).toBe(text);
});

test("any cell values are read back unchanged, apart from defused formulas", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const parsed = Papa.parse<string[]>(csv(rows, "ru").slice(1), {
        delimiter: ";",
        newline: "\r\n",
      }).data.slice(0, -1);
      const undone = parsed.map((row) =>
        row.map((cell) => cell.replace(/^'(?=\s*[=+\-@\t\r\n＝＋－＠])/, "")),
      );
      const expected = rows.map((row) =>
        row.map((cell) => cell.replace(/^'(?=\s*[=+\-@\t\r\n＝＋－＠])/, "")),
      );
      expect(undone).toEqual(expected);
    }),
  );
});
