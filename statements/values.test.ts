import { describe, expect, it } from "vitest";
import { formatDecimal } from "./decimal";
import { dateOrderOf, readLevel, readNumber, readSymbol, readTicket, readTime } from "./values";

const here = { line: 1, column: 1 };

describe("readNumber", () => {
  it.each([
    ["1 234.50", "1234.50"],
    ["1\u00a0234.50", "1234.50"],
    ["1’234.50", "1234.50"],
    ["1,234.50", "1234.50"],
    ["1.234,50", "1234.50"],
    ["- 70.25", "-70.25"],
    ["−70.25", "-70.25"],
    ["(70.25)", "-70.25"],
    ["$(70.25)", "-70.25"],
    ["($70.25)", "-70.25"],
    ["-$70.25", "-70.25"],
    ["70.25 €", "70.25"],
    ["−$70.25", "-70.25"],
    ["-70.24999999999999999", "-70.25"],
    ["-.5", "-0.50"],
    ["2E-2", "0.02"],
  ])("%s is %s", (text, value) => {
    expect(formatDecimal(readNumber(text, here))).toBe(value);
  });

  it.each(["0,100", "1,10", "(-3.00)", "1$2", "12.34.56", "1,2345", "USD 5", "1.23E+05", ".", "-"])(
    "%s is not a number, or is ambiguous",
    (text) => {
      expect(() => readNumber(text, here)).toThrow("importNotANumber");
    },
  );

  it("reads a decimal comma if the file uses them", () => {
    expect(formatDecimal(readNumber("0,100", here, ","), 3)).toBe("0.100");
    expect(formatDecimal(readNumber("1.234.567", here, ","))).toBe("1234567.00");
    // ambiguous: a thousand, or 1.234 written by another program
    expect(() => readNumber("1.234", here, ",")).toThrow("importNotANumber");
  });
});

describe("time values", () => {
  const iso = (text: string, order?: "day" | "month") =>
    new Date(readTime(text, here, order)).toISOString().slice(0, 19);

  it.each([
    ["2026.01.05 09:00", undefined, "2026-01-05T09:00:00"],
    ["2026-01-05T09:00:01.250", undefined, "2026-01-05T09:00:01"],
    ["2026-01-05 09:00:00", "day", "2026-01-05T09:00:00"],
    ["05 Jan 2026 21:00:00.000", "day", "2026-01-05T21:00:00"],
    ["05.01.2026 9:00", undefined, "2026-01-05T09:00:00"],
    ["05.01.2026 9:00", "month", "2026-01-05T09:00:00"],
    ["5-Jan-2026, 21:00", "month", "2026-01-05T21:00:00"],
    ["1/5/2026 12:30:00 AM", "month", "2026-01-05T00:30:00"],
    ["1/5/2026 12:30 pm", "month", "2026-01-05T12:30:00"],
  ] as const)("%s is %s", (text, order, time) => {
    expect(iso(text, order)).toBe(time);
  });

  it.each(["2026-01-05T09:00:00Z", "05 Foo 2026 09:00", "1/5/2026 13:00 PM", "05/01/2026 09:00"])(
    "%s is not a time",
    (text) => {
      expect(() => iso(text)).toThrow("importNotATime");
    },
  );
});

describe("readSymbol", () => {
  it.each(["[SP500]", "WTI(OIL)", "_NQ100", "BTC*", "EURUSD+", "#AAPL", "S&P500", "黄金", "GER40.cash"])(
    "%s",
    (text) => {
      expect(readSymbol(text, here)).toBe(text);
    },
  );

  it.each(["=1+1", "<b>", "-", "a\u2028b", '"x"', "x".repeat(33)])("rejects %s", (text) => {
    expect(() => readSymbol(text, here)).toThrow("importNotAText");
  });
});

describe("a price that may be missing", () => {
  it.each(["", "0", "0.00000", "-", "—", "N/A", "none", "null", "NaN"])("is missing: %s", (text) => {
    expect(readLevel(text, here)).toBeNull();
  });

  it("is rejected if it is other text", () => {
    expect(() => readLevel("soon", here)).toThrow("importNotANumber");
  });
});

describe("readTicket", () => {
  it("gives a ticket with hyphens the same id each time", () => {
    const uuid = "0b1e8f4e-7a58-4f6a-9d31-3a1b7c2d9e10";
    expect(readTicket(uuid, here)).toMatch(/^f[0-9a-f]{16}$/);
    expect(readTicket(uuid.toUpperCase(), here)).toBe(readTicket(uuid, here));
    expect(readTicket("#201", here)).toBe("201");
  });

  it.each(["-5", "2026-01-05", "1.5", "a b", "5-"])("rejects %s", (text) => {
    expect(() => readTicket(text, here)).toThrow("importNotANumber");
  });
});

describe("order of dates", () => {
  const order = (listed: string[], spans: [string, string][] = []) =>
    dateOrderOf(
      spans.map(([open, close]) => ({ open, close })),
      listed,
      "month",
    );
  const months = ["01/09/2026 10:00", "02/03/2026 10:00", "02/07/2026 10:00", "03/02/2026 10:00"];
  const days = ["05/01/2026 10:00", "01/02/2026 10:00", "07/02/2026 10:00", "02/03/2026 10:00"];

  it.each([
    ["month", "the oldest first", months],
    ["month", "the newest first", months.toReversed()],
    ["day", "the oldest first", days],
    ["day", "the newest first", days.toReversed()],
    ["month", "nothing to tell it", ["01/09/2026 10:00", "02/03/2026 10:00", "03/02/2026 10:00"]],
    ["day", "a day that is no month", [...months, "25/01/2026 10:00"]],
  ])("is the %s first: %s", (expected, _, listed) => {
    expect(order(listed)).toBe(expected);
  });

  it("lets no trade close before it was opened", () => {
    expect(order([], [["03/02/2026 10:00", "01/03/2026 10:00"]])).toBe("day");
    expect(order([], [["01/09/2026 11:00 PM", "02/03/2026 1:00 AM"]])).toBe("month");
    expect(order([], [["05/05/2026 09:00 AM", "05/05/2026 1:00 PM"]])).toBe("month");
  });
});
