import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ZoneRule } from "#statements/time-zone";
import { isMarketClosed, offsetAt, readZoneRule, zoneRuleName } from "#statements/time-zone";
import type { BrokerClock } from "./clock";
import { applyReportedOffset, toUtc } from "./clock";
import { findTimeZone } from "./find-time-zone";

const hour = 3_600_000;
const day = 24 * hour;
const unknown: BrokerClock = { rule: null, isChosen: false, gmtOffset: 0, offsets: [] };
const rule = (text: string) => readZoneRule(text) as ZoneRule;
const monday = Date.UTC(2026, 6, 6, 12);
const sunday = Date.UTC(2026, 6, 5, 12);

/** Deals of two years, as a broker's clock shows them, including the first and the last minute of each week. */
function history(text: string, step = 7 * hour) {
  const deals = [];
  for (let utc = Date.UTC(2024, 6, 1); utc < monday; utc += 5 * 60_000) {
    const isEdge =
      !isMarketClosed(utc) && (isMarketClosed(utc - 6 * 60_000) || isMarketClosed(utc + 6 * 60_000));
    if (isEdge || (!isMarketClosed(utc) && utc % step === 0))
      deals.push({ symbol: "EURUSD", shown: utc + offsetAt(rule(text), utc) * 1000 });
  }
  return deals;
}

describe("time zone rule of a broker", () => {
  it.each(["US+02:00", "EU+02:00", "UTC+03:00"])(
    "is found from the history and today's offset: %s",
    (text) => {
      const offsets = [{ from: monday, until: monday, seconds: 10_800 }];
      const detectedRule = findTimeZone(offsets, history(text));
      expect(detectedRule && zoneRuleName(detectedRule)).toBe(text);
      // cryptocurrencies that trade on weekends do not mislead it
      const coins = Array.from({ length: 3000 }, (_, index) => ({
        symbol: "BTCUSD",
        shown: Date.UTC(2025, 0, 1) + index * 5 * hour,
      }));
      expect(findTimeZone(offsets, [...history(text), ...coins])).toEqual(detectedRule);
    },
  );

  it("is the usual one without evidence", () => {
    const zoneAt = (time: number, seconds: number) =>
      findTimeZone([{ from: time, until: time, seconds }], []);
    expect(zoneAt(monday, 10_800)).toEqual(rule("US+02:00"));
    expect(zoneAt(Date.UTC(2026, 0, 7), 10_800)).toEqual(rule("UTC+03:00"));
    expect(zoneAt(Date.UTC(2026, 0, 7), 7_200)).toEqual(rule("US+02:00"));
    expect(zoneAt(monday, 0)).toEqual(rule("UTC+00:00"));
    expect(zoneAt(monday, 20_700)).toEqual(rule("UTC+05:45"));
  });

  it("follows from when the offset changed, or did not", () => {
    // daylight saving time ended on 25 October in Europe and on 1 November in New York
    const october = Date.UTC(2026, 9, 27, 12);
    const summer = { from: monday, until: Date.UTC(2026, 9, 23), seconds: 10_800 };
    expect(findTimeZone([summer, { from: october, until: october, seconds: 7_200 }], [])).toEqual(
      rule("EU+02:00"),
    );
    expect(findTimeZone([{ ...summer, until: october }], [])).toEqual(rule("US+02:00"));
    const november = Date.UTC(2026, 10, 5, 12);
    expect(findTimeZone([{ ...summer, until: november }], [])).toEqual(rule("UTC+03:00"));
  });

  it("applies to each deal separately", () => {
    const clock = { ...unknown, rule: rule("US+02:00"), gmtOffset: 10_800 };
    expect(toUtc(clock, Date.UTC(2026, 0, 1, 2, 30))).toBe(Date.UTC(2026, 0, 1, 0, 30));
    expect(toUtc({ ...clock, rule: null }, Date.UTC(2026, 0, 1, 2, 30))).toBe(Date.UTC(2025, 11, 31, 23, 30));
  });
});

describe("an offset sent by a terminal", () => {
  const baseClock: BrokerClock = {
    rule: rule("US+02:00"),
    isChosen: false,
    gmtOffset: 10_800,
    offsets: [{ from: monday, until: monday, seconds: 10_800 }],
  };

  it("is ignored on a weekend, if more than an hour away, and if the owner has set the zone", () => {
    for (const sent of [-36_000, -25_200, 0, 3600, 18_000])
      expect(applyReportedOffset(baseClock, sent, monday + day)).toEqual({ clock: baseClock, isNews: false });
    for (const sent of [7_200, 14_400, -36_000])
      expect(applyReportedOffset(baseClock, sent, sunday + 7 * day)).toEqual({
        clock: baseClock,
        isNews: false,
      });
    const chosen = { ...baseClock, isChosen: true };
    expect(applyReportedOffset(chosen, 7_200, monday + day).clock).toBe(chosen);
  });

  it("is accepted an hour away on a working day, and selects another rule", () => {
    const { clock, isNews } = applyReportedOffset(baseClock, 7_200, Date.UTC(2026, 9, 27, 12));
    expect(isNews).toBe(true);
    expect(clock.offsets).toHaveLength(2);
  });

  it("applies at once if it is the first, on a weekend until the next working day", () => {
    const weekend = applyReportedOffset(unknown, -36_000, sunday);
    expect(weekend).toMatchObject({ clock: { gmtOffset: -36_000, offsets: [] }, isNews: true });
    const weekday = applyReportedOffset(weekend.clock, 10_800, monday);
    expect(weekday).toMatchObject({
      clock: { gmtOffset: 10_800, offsets: [{ seconds: 10_800 }] },
      isNews: true,
    });
  });

  it("never moves a clock by more than an hour at once, whatever is sent", () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -56, max: 56 }), { maxLength: 30 }), (quarters) => {
        let clock = baseClock;
        for (const [index, quarter] of quarters.entries()) {
          const before = clock.gmtOffset;
          clock = applyReportedOffset(clock, quarter * 900, monday + index * day).clock;
          expect(Math.abs(clock.gmtOffset - before)).toBeLessThanOrEqual(3600);
        }
      }),
    ));
});
