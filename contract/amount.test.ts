import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { AmountMessage } from "./amount";
import { amountMaxCents, readAmount } from "./amount";
import { dollars, positiveCents } from "./fields";

const sums: [text: string, cents: number][] = [
  ["12.50", 1250],
  ["12.5", 1250],
  ["12,5", 1250],
  ["1,5", 150],
  ["1,50", 150],
  ["0.01", 1],
  ["0,01", 1],
  ["1", 100],
  ["007", 700],
  ["0000000000000012", 1200],
  ["1200", 120_000],
  ["1 200", 120_000],
  ["1 200 300.40", 120_030_040],
  ["1\u00a0200", 120_000],
  ["1\u202f200,5", 120_050],
  ["  12.50\t", 1250],
  ["$12.50", 1250],
  ["$ 12.50", 1250],
  ["12,50 $", 1250],
  ["12,50\u00a0$", 1250],
  ["0.29", 29],
  ["1.15", 115],
  ["4.35", 435],
  ["1.10", 110],
  ["9999999.99", 999_999_999],
  ["10000000", 1_000_000_000],
];

const rejected: [text: string, message: AmountMessage][] = [
  ["", "specifyAmount"],
  ["   ", "specifyAmount"],
  ["\u00a0", "specifyAmount"],
  ["$", "specifyAmount"],
  ["0", "amountNotPositive"],
  ["0.00", "amountNotPositive"],
  ["00", "amountNotPositive"],
  ["-0", "amountNotPositive"],
  ["-1", "amountNotPositive"],
  ["-12.50", "amountNotPositive"],
  ["-$5", "amountNotPositive"],
  ["$-5", "amountNotPositive"],
  ["-99999999999999999999", "amountNotPositive"],
  ["1.005", "amountTooPrecise"],
  ["1,005", "amountTooPrecise"],
  ["1,234", "amountTooPrecise"],
  ["0.001", "amountTooPrecise"],
  ["12.500", "amountTooPrecise"],
  ["10000000.01", "amountTooLarge"],
  ["99999999", "amountTooLarge"],
  ["9007199254740993", "amountTooLarge"],
  ["9".repeat(400), "amountTooLarge"],
  ["1e3", "amountInvalid"],
  ["1E3", "amountInvalid"],
  ["NaN", "amountInvalid"],
  ["Infinity", "amountInvalid"],
  ["-Infinity", "amountInvalid"],
  ["null", "amountInvalid"],
  ["undefined", "amountInvalid"],
  ["0x10", "amountInvalid"],
  ["0b1", "amountInvalid"],
  ["1_000", "amountInvalid"],
  ["+5", "amountInvalid"],
  ["--5", "amountInvalid"],
  ["5-", "amountInvalid"],
  ["−5", "amountInvalid"],
  ["１２", "amountInvalid"],
  ["１２.50", "amountInvalid"],
  ["١٢", "amountInvalid"],
  ["१२", "amountInvalid"],
  ["½", "amountInvalid"],
  ["²", "amountInvalid"],
  ["12．50", "amountInvalid"],
  ["12٫50", "amountInvalid"],
  ["1,234.50", "amountInvalid"],
  ["1.234,50", "amountInvalid"],
  ["1'200", "amountInvalid"],
  ["1 2", "amountInvalid"],
  ["12 00", "amountInvalid"],
  ["1  200", "amountInvalid"],
  ["1200 300", "amountInvalid"],
  ["12 .50", "amountInvalid"],
  ["12. 50", "amountInvalid"],
  ["12.", "amountInvalid"],
  [".5", "amountInvalid"],
  [",5", "amountInvalid"],
  [".", "amountInvalid"],
  ["1.2.3", "amountInvalid"],
  ["$5$", "amountInvalid"],
  ["$$5", "amountInvalid"],
  ["€5", "amountInvalid"],
  ["5 USD", "amountInvalid"],
  ["five", "amountInvalid"],
  ["12\n50", "amountInvalid"],
  ["12\u200b", "amountInvalid"],
  ["12\u0000", "amountInvalid"],
  ["5; drop table deposits", "amountInvalid"],
];

describe("readAmount", () => {
  it.each(sums)("reads %j", (text, cents) => expect(readAmount(text)).toEqual({ cents }));

  it.each(rejected)("rejects %j", (text, message) => expect(readAmount(text)).toEqual({ message }));

  it("reads every sum of cents back as it is formatted, in both languages and with group separators", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: amountMaxCents }), (cents) => {
        const plain = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
        expect(readAmount(plain)).toEqual({ cents });
        expect(readAmount(plain.replace(".", ","))).toEqual({ cents });
        const grouped = new Intl.NumberFormat("ru-RU", { style: "currency", currency: "USD" }).format(
          cents / 100,
        );
        expect(readAmount(grouped)).toEqual({ cents });
      }),
    );
  });

  it("returns for any text a positive whole number of cents or a message, never both, and never throws", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.stringMatching(/^[-+$., \deE_']{0,12}$/),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const { cents, message } = readAmount(typed);
        if (cents === undefined) {
          expect(message).toBeTypeOf("string");
          return;
        }
        expect(message).toBeUndefined();
        expect(Number.isSafeInteger(cents) && cents >= 1 && cents <= amountMaxCents).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("amount fields of forms and endpoints", () => {
  const issueOf = (result: z.core.util.SafeParseResult<unknown>) => result.error?.issues[0]?.message;

  it("report the messages of readAmount, and require a value", () => {
    for (const [text, cents] of sums) expect(z.safeParse(dollars, text).data).toBe(cents);
    for (const [text, message] of rejected) expect(issueOf(z.safeParse(dollars, text))).toBe(message);
    expect(issueOf(z.safeParse(dollars, undefined))).toBe("specifyAmount");
  });

  it.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    1_000_000_001,
    "100",
    null,
    undefined,
    [100],
    true,
  ])("reject %j as cents", (value) => expect(z.safeParse(positiveCents, value).success).toBe(false));

  it("accept every sum of cents that a form can send", () => {
    for (const [, cents] of sums) expect(z.safeParse(positiveCents, cents).data).toBe(cents);
  });
});
