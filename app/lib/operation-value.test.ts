import { describe, expect, it } from "vitest";
import { fieldValueText, valueText } from "./operation-value";

const english = { language: "en", zone: "UTC" } as const;
const russian = { ...english, language: "ru" } as const;
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const text = (value: Parameters<typeof valueText>[0], viewer: typeof english | typeof russian = russian) =>
  plain(valueText(value, viewer));
const usd = (cents: number) => ({ cents, currency: "USD" });

describe("valueText", () => {
  it("writes sums as the pages do", () => {
    expect(text(usd(103_050))).toBe("1 030,50 $");
    expect(text(usd(-3_000))).toBe("−30,00 $");
    expect(text(usd(-2_400), english)).toBe("−$24.00");
    expect(text({ ...usd(125_000), sign: true })).toBe("+1 250,00 $");
    expect(text({ cents: 3_000, currency: "EUR" })).toBe("30,00 €");
    expect(text({ cents: 3_000, currency: "USDT" })).toBe("30,00 USDT");
  });

  it("writes a list without separators", () => {
    expect(text([usd(400), " (20%)"])).toBe("4,00 $ (20%)");
    expect(text(["1: ", usd(2_400), ", 12: ", usd(24_000)])).toBe("1: 24,00 $, 12: 240,00 $");
    expect(text([{ time: "2026-11-29T01:20:24.636Z" }, ": Fraud"], english)).toBe(
      "29 Nov 2026, 01:20 UTC: Fraud",
    );
  });

  it("writes days and moments as the pages do", () => {
    expect(text({ day: "2026-12-04" }, english)).toBe("4 Dec 2026");
    expect(text({ time: "2026-11-29T01:20:24.636Z" }, english)).toBe("29 Nov 2026, 01:20 UTC");
  });

  it("leaves texts of people and versions as they are", () => {
    for (const written of ["2026-01-05", "2026-02-30", "2026-99-99T0Z", "2026-11-29T01:20:24.636Z"]) {
      expect(text(written)).toBe(written);
      expect(text(["from=", written])).toBe(`from=${written}`);
    }
    expect(text("$5.00")).toBe("$5.00");
    expect(text("1.20")).toBe("1.20");
  });
});

describe("fieldValueText", () => {
  it("writes what was typed as it is understood", () => {
    expect(plain(fieldValueText({ kind: "money" }, "12,5", "en"))).toBe("$12.50");
    expect(plain(fieldValueText({ kind: "day" }, "2026-12-31", "en"))).toBe("31 Dec 2026");
    expect(fieldValueText({ kind: "day" }, "tomorrow", "en")).toBe("tomorrow");
    expect(fieldValueText({ kind: "text" }, "2026-12-31", "en")).toBe("2026-12-31");
    expect(fieldValueText({ kind: "text" }, "12,5", "en")).toBe("12,5");
  });
});
