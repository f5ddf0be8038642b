import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "./match";
import { freeTickets, matchEntries, sameMoment } from "./match";

const timeAt = (clock: string, day = 5) => {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return Date.UTC(2026, 0, day, hour, minute);
};
const part = (time: number, result: string, ticket = "123"): Entry => ({
  ticket,
  isPlatformTicket: false,
  time,
  fingerprint: `eurusd|long|50000000|${result}`,
});
const matchedTimes = (file: Entry[], before: Entry[]) =>
  [...matchEntries(file, before)].map(({ time }) => time);

describe("parts of a position under one ticket", () => {
  const [first, second] = [part(timeAt("10:00"), "10.00"), part(timeAt("15:00"), "25.00")];

  it.each([
    ["oldest first", [first, second]],
    ["newest first", [second, first]],
  ])("match one by one, %s", (_, file) => {
    expect(matchedTimes(file, [part(timeAt("10:00"), "10.00")])).toEqual([first.time]);
  });

  it("do not match another part if the file has only the later one", () => {
    expect(matchedTimes([second], [part(timeAt("10:00"), "10.00")])).toEqual([]);
    expect(matchedTimes([part(timeAt("15:07"), "10.00")], [part(timeAt("10:00"), "10.00")])).toEqual([]);
  });

  it("all match, whatever their order and the ticket assigned to the later part", () => {
    const stored = [part(timeAt("10:00"), "10.00"), part(timeAt("15:00"), "25.00", "i123")];
    expect(matchedTimes([second, first], stored)).toHaveLength(2);
    expect(matchedTimes([first, second], stored)).toHaveLength(2);
  });

  it("match across time zones and with a corrected result", () => {
    const stored = [part(timeAt("10:00"), "10.00"), part(timeAt("15:00"), "25.00", "i123")];
    expect(
      matchedTimes([part(timeAt("12:00"), "10.00"), part(timeAt("17:00"), "25.00")], stored),
    ).toHaveLength(2);
    expect(
      matchedTimes([part(timeAt("15:00"), "24.90"), part(timeAt("10:00"), "9.90")], stored),
    ).toHaveLength(2);
  });
});

/**
 * Matches each entry of a file, in its order, with the nearest unused one by linear search; of two equally near the
 * earlier.
 */
function walked(file: Entry[], before: Entry[]): Set<Entry> {
  const unused = before.toSorted((a, b) => a.time - b.time);
  return new Set(
    file.filter(({ time, fingerprint }) => {
      const apart = (one: Entry) => Math.abs(one.time - time);
      const [nearest] = unused
        .filter((one) => one.fingerprint === fingerprint && sameMoment(one.time, time))
        .sort((a, b) => apart(a) - apart(b));
      if (nearest) unused.splice(unused.indexOf(nearest), 1);
      return nearest !== undefined;
    }),
  );
}

it("equal trades under other tickets match the nearest remaining one", () => {
  const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 260 }), fc.constantFrom("1.00", "2.00")), {
    maxLength: 40,
  });
  const entries = (list: [number, string][], prefix: string) =>
    list.map(([halfMinutes, result], index) => part(halfMinutes * 30_000, result, `${prefix}${index}`));
  fc.assert(
    fc.property(times, times, (ofFile, before) => {
      const [file, stored] = [entries(ofFile, "f"), entries(before, "k")];
      expect(matchEntries(file, stored)).toEqual(walked(file, stored));
    }),
    { numRuns: 500 },
  );
});

it("rows under one ticket beyond the parts of a position match by their content", () => {
  const file = Array.from({ length: 3_000 }, (_, index) =>
    part(timeAt("10:00") + index * 60_000, `${index}.00`),
  );
  expect(matchEntries(file, structuredClone(file)).size).toBe(3_000);
});

it("an already used ticket is replaced by a unique one each time, quickly", () => {
  const free = freeTickets(new Set(["1", "i2_1"]));
  expect([free("1"), free("1"), free("1"), free("2"), free("2")]).toEqual(["i1", "i3_1", "i4_1", "2", "i2"]);
  const many = Array.from({ length: 50_000 }, () => free("7"));
  expect(new Set(many).size).toBe(50_000);
  expect(Math.max(...many.map(({ length }) => length))).toBeLessThan(10);
});
