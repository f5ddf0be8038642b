import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { histories } from "#api/modules/monitoring/import/testing";
import { drillSize } from "#api/testing/drill-size";
import { writers } from "#tools/statement-generators/index";
import { importLimits } from "./limits";
import { FileProblem } from "./problem";
import { readStatement } from "./read-statement";

const utc = { base: 0, summer: null };
const bytes = (text: string) => new TextEncoder().encode(text);
const problemOf = async (file: Uint8Array) => {
  const found = await readStatement(file, utc).catch((error: unknown) => error);
  if (!(found instanceof FileProblem)) throw new Error(`not refused: ${String(found)}`);
  return { code: found.code, ...found.place };
};

const mql5 = "Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment\n";
const good = "2026.03.04 09:00:00;Buy;0.10;EURUSD;1.08000;;;2026.03.04 15:00:00;1.08150;-0.50;-0.10;15.00;\n";
const mt4 = (rows: string) =>
  `<html><body><table><tr><td colspan=14><b>Closed Transactions:</b></td></tr>\n<tr>${["Ticket", "Open Time", "Type", "Size", "Item", "Price", "S / L", "T / P", "Close Time", "Price", "Commission", "Taxes", "Swap", "Profit"].map((name) => `<td>${name}</td>`).join("")}</tr>\n${rows}\n</table></body></html>`;

describe("a wrong file is rejected with its place", () => {
  it.each([
    ["nothing", bytes(""), { code: "importEmpty" }],
    ["blank lines", bytes("\n \n"), { code: "importEmpty" }],
    ["some other table", bytes("a,b,c\n1,2,3\n"), { code: "importUnknownFormat" }],
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3]), { code: "importPicture" }],
    ["a page without a table", bytes("<html><body>hello</body></html>"), { code: "importUnknownFormat" }],
    ["headings alone", bytes(mql5), { code: "importNothingFound" }],
    [
      "a word for a number",
      bytes(`${mql5}${good}${good.replace("15.00", "fifteen")}`),
      { code: "importNotANumber", line: 3, column: 12, heading: "Profit" },
    ],
    [
      "nan",
      bytes(`${mql5}${good.replace("15.00", "nan")}`),
      { code: "importNotANumber", line: 2, column: 12 },
    ],
    [
      "an exponent",
      bytes(`${mql5}${good.replace("15.00", "1e300")}`),
      { code: "importNotANumber", line: 2, column: 12 },
    ],
    [
      "a day that is not",
      bytes(`${mql5}${good.replace("2026.03.04 09", "2026.02.30 09")}`),
      { code: "importNotATime", line: 2, column: 1 },
    ],
    [
      "an unknown type",
      bytes(`${mql5}${good.replace("Buy", "Hold")}`),
      { code: "importNotAType", line: 2, column: 2, heading: "Type" },
    ],
    [
      "markup for a symbol",
      bytes(`${mql5}${good.replace("EURUSD", "<script>")}`),
      { code: "importNotAText", line: 2, column: 4 },
    ],
    [
      "a formula",
      bytes(`${mql5}${good.replace(";\n", ";=HYPERLINK(1)\n")}`),
      { code: "importFormula", line: 2, column: 13 },
    ],
    [
      "a row cut in the middle",
      bytes(`${mql5}${good}${good.slice(0, 50)}`),
      { code: "importValueMissing", line: 3 },
    ],
    [
      "a quote that never ends",
      bytes(`${mql5}${good.replace("EURUSD", '"EURUSD')}`),
      { code: "importUnclosedQuote", line: 2 },
    ],
    [
      "a missing column",
      bytes(`${mql5.replace(";Profit", "")}${good}`),
      { code: "importColumnMissing", line: 1 },
    ],
    [
      "a huge line",
      bytes(`${mql5}${good}${"x".repeat(importLimits.lineLength + 1)}\n`),
      { code: "importLineTooLong", line: 3 },
    ],
    [
      "several accounts",
      bytes(
        "Type,Ticket,Symbol,Lots,Buy/sell,Open price,Close price,Open time,Close time,Profit,Account\nDeposit,1,,0,,0,0,2026/01/01 00:00:00,,5,a\nDeposit,2,,0,,0,0,2026/01/01 00:00:00,,5,b\n",
      ),
      { code: "importSeveralAccounts", line: 3, column: 11 },
    ],
    ["a page cut in a row", bytes(mt4("").replace(/<\/table>.*/s, "<tr><td>1")), { code: "importCutOff" }],
    [
      "a page without its end",
      bytes(
        mt4(
          "<tr><td>1</td><td>2026.01.01 00:00</td><td>balance</td><td>Deposit</td><td>5.00</td></tr>",
        ).replace("</html>", ""),
      ),
      { code: "importCutOff" },
    ],
    ["half of a UTF-16 letter", new Uint8Array([0xff, 0xfe, 0x3c, 0x00, 0x68]), { code: "importCutOff" }],
    [
      "a wrong number in a page",
      bytes(
        mt4("<tr><td>1</td><td>2026.01.01 00:00</td><td>balance</td><td>Deposit</td><td>5.0.0</td></tr>"),
      ),
      { code: "importNotANumber", line: 3, column: 5, heading: "Profit" },
    ],
    [
      "a row too deep",
      bytes(mt4(`<tr><td>${"<b>".repeat(5000)}</td></tr>`)),
      { code: "importNestedTooDeep", line: 3 },
    ],
    [
      "a row too long",
      bytes(mt4(`<tr><td>${"x".repeat(importLimits.lineLength + 1)}</td></tr>`)),
      { code: "importLineTooLong", line: 3 },
    ],
    [
      "a broken archive",
      new Uint8Array([
        0x50, 0x4b, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
      ]),
      { code: "importBroken" },
    ],
  ])("%s", async (_, file, expected) => {
    expect(await problemOf(file)).toMatchObject(expected);
  });

  it("a file above the limit, before it is parsed", async () => {
    expect(await problemOf(new Uint8Array(importLimits.bytes + 1))).toMatchObject({ code: "importTooLarge" });
  });

  it("more rows than a history may have", async () => {
    expect(
      await problemOf(
        bytes(mql5 + "2026.03.04 09:00:00;Buy Limit;;;;;;;;;;;\n".repeat(importLimits.rows + 1)),
      ),
    ).toMatchObject({
      code: "importTooManyRows",
      line: importLimits.rows + 1,
    });
  });

  it("a page of a million open elements, in time proportional to its length", {
    timeout: 10_000,
  }, async () => {
    expect(await problemOf(bytes(`<html>${"<div>".repeat(1_000_000)}`))).toMatchObject({
      code: "importNestedTooDeep",
    });
  });
});

describe("a hostile workbook is rejected before it is built", () => {
  const sheet = (body: string) =>
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body}</sheetData></worksheet>`;
  const book = (files: Record<string, Uint8Array>) => zipSync(files);

  it("too many entries", async () => {
    const files = Object.fromEntries(
      Array.from({ length: importLimits.archiveEntries + 1 }, (_, index) => [`x${index}`, bytes("x")]),
    );
    expect(await problemOf(book(files))).toMatchObject({ code: "importUnpacksTooLarge" });
  });

  it.each([
    ["far to the right", "XFD7", "importLineTooLong"],
    ["far below", "A1048576", "importTooManyRows"],
  ])("one cell %s", async (_, address, code) => {
    const row = address.replace(/\D/g, "");
    const xml = sheet(`<row r="${row}"><c r="${address}"><v>2</v></c></row>`);
    expect(await problemOf(book({ "xl/worksheets/sheet1.xml": bytes(xml) }))).toMatchObject({ code });
  });

  it("entities that define each other", async () => {
    expect(
      await problemOf(
        book({ "xl/worksheets/sheet1.xml": bytes('<!DOCTYPE a [<!ENTITY b "cc">]><worksheet/>') }),
      ),
    ).toMatchObject({ code: "importBroken" });
  });

  it("an archive that is not a workbook", async () => {
    expect(await problemOf(book({ "readme.txt": bytes("hello") }))).toMatchObject({ code: "importPacked" });
  });
});

describe.each(Object.entries(writers))("a damaged %s", (_, { write }) => {
  it("is read or rejected with a file error, and nothing else", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(255),
        fc.boolean(),
        async (history, where, byte, cut) => {
          const whole = await write(history, { minutes: 0, cancelled: 1 });
          const at = Math.floor(where * (whole.length - 1));
          const damaged = cut ? whole.slice(0, at) : whole.slice();
          if (!cut) damaged[at] = byte;
          try {
            await readStatement(damaged, utc);
          } catch (error) {
            expect(error).toBeInstanceOf(FileProblem);
          }
        },
      ),
      { numRuns: drillSize({ daily: 15, nightly: 60 }) },
    );
  });
});

describe.each(Object.entries(writers).filter(([, { extension }]) => /htm|xlsx/.test(extension)))(
  "a truncated %s",
  (_, { write }) => {
    it("is rejected wherever it was cut", { timeout: 60_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(histories, fc.double({ min: 0, max: 0.98, noNaN: true }), async (history, where) => {
          const whole = await write(history, { minutes: 0, cancelled: 0 });
          await expect(
            readStatement(whole.slice(0, Math.floor(where * whole.length)), utc),
          ).rejects.toBeInstanceOf(FileProblem);
        }),
        { numRuns: drillSize({ daily: 10, nightly: 40 }) },
      );
    });
  },
);
