import { describe, expect, it } from "vitest";
import { columnValueText, fieldValueText, withMoneyText } from "./operation-value";

const english = { language: "en", zone: "UTC" } as const;
const russian = { ...english, language: "ru" } as const;
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const column = (name: string, value: string, viewer: typeof english | typeof russian = russian) =>
  plain(columnValueText(name, value, viewer));

describe("columnValueText", () => {
  it("writes sums as the pages do", () => {
    expect(column("sum", "$1,030.50")).toBe("1 030,50 $");
    expect(column("amount", "−$30.00")).toBe("−30,00 $");
    expect(column("usd", "24.00")).toBe("24,00 $");
    expect(column("usd", "-24.00", english)).toBe("−$24.00");
    expect(column("tax", "4.00 (20%)")).toBe("4,00 $ (20%)");
    expect(column("paid", "30.00 EUR")).toBe("30,00 €");
    expect(column("paid", "30.00 USDT")).toBe("30.00 USDT");
    expect(column("prices", "1: 24.00, 12: 240.00")).toBe("1: 24,00 $, 12: 240,00 $");
  });

  it("writes days and moments as the pages do", () => {
    expect(column("due", "2026-12-04", english)).toBe("4 Dec 2026");
    expect(column("since", "2026-11-29T01:20:24.636Z", english)).toBe("29 Nov 2026, 01:20 UTC");
  });

  it("leaves texts of people and versions as they are", () => {
    expect(column("reason", "Paid $5.00 twice")).toBe("Paid $5.00 twice");
    expect(column("version", "1.20")).toBe("1.20");
  });
});

describe("fieldValueText", () => {
  it("writes what was typed as it is understood", () => {
    expect(plain(fieldValueText("amount", "12,5", "en"))).toBe("$12.50");
    expect(plain(fieldValueText("from", "2026-12-31", "en"))).toBe("31 Dec 2026");
    expect(fieldValueText("reason", "12,5", "en")).toBe("12,5");
  });
});

describe("withMoneyText", () => {
  it("writes the sums within a text as the language does", () => {
    expect(plain(withMoneyText("+$1,250.00, sam@mail.test", "ru"))).toBe("+1 250,00 $, sam@mail.test");
    expect(plain(withMoneyText("−$30.00, T9zz", "en"))).toBe("−$30.00, T9zz");
  });
});
