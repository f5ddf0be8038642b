import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTaxRules, taxRuleFor, taxWithin } from "./tax-rules";

const rules = readTaxRules("LV=21 EE=22.5 EE+id=0, *=10") ?? [];
const percentFor = (country: string | null, taxId: string | null = null) =>
  taxRuleFor(rules, { country, taxId })?.percent;

describe("readTaxRules", () => {
  it("reads countries with their rates, and nothing else", () => {
    expect(rules).toHaveLength(4);
    for (const wrong of ["21", "LV", "lv=21", "LV=200", "LV=21%", "LV=21;EE=22"])
      expect(readTaxRules(wrong)).toBeNull();
  });
});

describe("taxRuleFor", () => {
  it("returns the country's rule, a separate one with a tax id, otherwise the default rule", () => {
    expect(percentFor("LV")).toBe(21);
    expect(percentFor("LV", "LV123")).toBe(21);
    expect(percentFor("EE")).toBe(22.5);
    expect(percentFor("EE", "EE123")).toBe(0);
    expect(percentFor("FR")).toBe(10);
    expect(percentFor(null)).toBe(10);
    expect(taxRuleFor([], { country: "LV", taxId: null })).toBeNull();
  });
});

describe("taxWithin", () => {
  it("returns the tax contained in a price as a percentage of the net sum, to the nearest cent", () => {
    expect(taxWithin(12_100, 21)).toBe(2_100);
    expect(taxWithin(1_900, 0)).toBe(0);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 9_999 }),
        (total, hundredths) => {
          const percent = hundredths / 100;
          const tax = taxWithin(total, percent);
          expect(Math.abs(tax - ((total - tax) * percent) / 100)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
