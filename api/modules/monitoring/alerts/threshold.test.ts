import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alertTable } from "#contract/monitoring/alert-kinds";
import { bandOf, step } from "./threshold";

type WatchedKind = "drawdown" | "equity" | "profit";
const watchOf = (kind: WatchedKind) => alertTable[kind].watch;

const run = (kind: WatchedKind, threshold: number, values: number[]) => {
  let isRinging = false;
  return values.map((value) => {
    const next = step(watchOf(kind), value, threshold, isRinging);
    isRinging = next.isRinging;
    return next.rings;
  });
};

describe("threshold alert", () => {
  it("fires once when its threshold is passed, and again only after the figure recovered", () => {
    expect(run("drawdown", 20, [19, 20, 20.1, 25, 19, 20.5, 18, 20.5])).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(run("equity", 1000, [1001, 999, 1000, 1010, 998, 1020, 999])).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(run("profit", 100, [100, 100.01, 95, 101, 90, 101])).toEqual([
      false,
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  it("fires at once if the figure is past it already", () => {
    expect(run("drawdown", 5, [30])).toEqual([true]);
  });

  const kinds = fc.constantFrom<WatchedKind>("drawdown", "equity", "profit");
  const threshold = fc.double({ min: 0.1, max: 1e6, noNaN: true });

  it("fires at most once while a figure fluctuates within its band", () => {
    fc.assert(
      fc.property(
        kinds,
        threshold,
        fc.array(fc.double({ min: -0.99, max: 0.99, noNaN: true }), { maxLength: 50 }),
        (kind, limit, noise) => {
          const values = noise.map((share) => limit + share * bandOf(watchOf(kind), limit));
          expect(run(kind, limit, values).filter(Boolean).length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it("never fires before its threshold is passed, and always when it is passed from calm", () => {
    fc.assert(
      fc.property(kinds, threshold, fc.double({ min: 0, max: 1e6, noNaN: true }), (kind, limit, value) => {
        const passed = kind === "equity" ? value < limit : value > limit;
        expect(step(watchOf(kind), value, limit, false)).toEqual({ isRinging: passed, rings: passed });
      }),
    );
  });
});
