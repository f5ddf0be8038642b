import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDecimal, formatExact, parseDecimal } from "./decimal";

describe("decimals", () => {
  it.each([
    ["-17.08", -1_708_000_000n],
    ["97.80000000000001", 9_780_000_000n],
    [97.80000000000001, 9_780_000_000n],
    [".5", 50_000_000n],
    ["5.", 500_000_000n],
    [1e-7, 10n],
    ["−3", -300_000_000n],
    ["1e21", null],
    ["", null],
    [".", null],
    ["nan", null],
    ["-nan(ind)", null],
    ["inf", null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ["1 000", null],
    ["1e999", null],
    ["12345678901234567890", null],
  ])("reads %s", (text, value) => expect(parseDecimal(text)).toBe(value));

  it("rounds half away from zero and never writes a negative zero", () => {
    expect(formatDecimal(4_257_000_000n / 10n)).toBe("4.26");
    expect(formatDecimal(-500_000n)).toBe("-0.01");
    expect(formatDecimal(-499_999n)).toBe("0.00");
    expect(formatDecimal(150_000_000n, 0)).toBe("2");
  });

  it("reads back what it wrote", () =>
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (value) => {
        expect(parseDecimal(formatExact(value))).toBe(value);
        expect(parseDecimal(formatDecimal(value, 8))).toBe(value);
      }),
    ));
});
