import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMarketClosed, offsetAt, readZoneRule, utcOf, zoneRuleName } from "./time-zone";

const hour = 3_600_000;
const rule = (text: string) => {
  const found = readZoneRule(text);
  if (!found) throw new Error(text);
  return found;
};

describe("time zone rule of a broker", () => {
  it("is parsed: fixed to the quarter hour, with New York's summer time, with Europe's", () => {
    expect(readZoneRule("UTC+05:45")).toEqual({ base: 345, summer: null });
    expect(readZoneRule("new-york-close")).toEqual({ base: 120, summer: "US" });
    for (const text of ["UTC-03:30", "US+02:00", "EU+01:00"]) expect(zoneRuleName(rule(text))).toBe(text);
    for (const text of ["", "UTC+3", "UTC+15:00", "UTC+01:10", "Europe/Berlin"])
      expect(readZoneRule(text)).toBe(null);
  });

  it("changes with New York's and Berlin's clocks, from 1996 on", () => {
    const cities = { US: "America/New_York", EU: "Europe/Berlin" } as const;
    const winters = { US: -300, EU: 60 } as const;
    const format = (timeZone: string) =>
      new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "numeric", hourCycle: "h23" });
    const formats = { US: format(cities.US), EU: format(cities.EU) };
    fc.assert(
      fc.property(
        fc.constantFrom("US" as const, "EU" as const),
        fc.integer({ min: Date.UTC(1996, 0, 1) / hour, max: Date.UTC(2036, 0, 1) / hour }),
        (summer, hours) => {
          const utc = hours * hour;
          const shown = new Date(utc + offsetAt({ base: winters[summer], summer }, utc) * 1000);
          expect(Number(formats[summer].format(utc).split(":")[0])).toBe(shown.getUTCHours());
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("converts back to UTC at any time except the hour that occurs twice", () =>
    fc.assert(
      fc.property(
        fc.constantFrom("US+02:00", "EU+02:00", "UTC+05:30", "UTC-04:00"),
        fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) }),
        (text, utc) => {
          const known = rule(text);
          const back = utcOf(known, utc + offsetAt(known, utc) * 1000);
          expect([utc, utc - hour]).toContain(back);
          if (back !== utc) expect(new Date(utc).getUTCDay()).toBe(0);
        },
      ),
    ));

  it("puts half past midnight of 1 January into January, whatever the offset is today", () => {
    expect(utcOf(rule("US+02:00"), Date.UTC(2026, 0, 1, 2, 30))).toBe(Date.UTC(2026, 0, 1, 0, 30));
    expect(utcOf(rule("US+02:00"), Date.UTC(2026, 6, 1, 2, 30))).toBe(Date.UTC(2026, 5, 30, 23, 30));
  });

  it("knows when the market is closed", () => {
    expect(isMarketClosed(Date.UTC(2026, 0, 2, 21, 59))).toBe(false);
    expect(isMarketClosed(Date.UTC(2026, 0, 2, 22, 0))).toBe(true);
    expect(isMarketClosed(Date.UTC(2026, 0, 4, 22, 0))).toBe(false);
    expect(isMarketClosed(Date.UTC(2026, 6, 5, 20, 59))).toBe(true);
    expect(isMarketClosed(Date.UTC(2026, 6, 5, 21, 0))).toBe(false);
  });
});
