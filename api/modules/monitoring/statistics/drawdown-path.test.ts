import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fall, Path } from "./drawdown-path";
import { joinPaths, point, relativeFall, restart } from "./drawdown-path";

type Step = { value: bigint; isFlow: boolean };

/** Few values, so that drawdowns of equal percentage are common: to zero, by half, below zero. */
const steps = fc.array(
  fc.record({ value: fc.bigInt(-2n, 4n), isFlow: fc.nat(5).map((chance) => chance === 0) }),
  { minLength: 1, maxLength: 12 },
);
const pathOf = (list: Step[]): Path | null =>
  list.map(({ value, isFlow }) => (isFlow ? restart(value) : point(value))).reduce(joinPaths, null);

/**
 * Finds the largest drawdowns by a linear scan: in money the first of equal ones, in percent the one with the most
 * money.
 */
function walk([first, ...rest]: Step[]): { maximal: Fall | null; relative: Fall | null } {
  let maximal: Fall | null = null;
  let relative: Fall | null = null;
  let peak = first?.value ?? 0n;
  for (const { value, isFlow } of rest) {
    if (isFlow || value > peak) peak = value;
    const fall = { money: peak - value, peak };
    if (fall.money === 0n) continue;
    if (!maximal || fall.money > maximal.money) maximal = fall;
    const [here, known] = [fall.money * (relative?.peak ?? 1n), (relative?.money ?? 0n) * peak];
    if (peak > 0n && (here > known || (here === known && fall.money > (relative?.money ?? 0n))))
      relative = fall;
  }
  return { maximal, relative };
}

test("the largest falls of a line cut anywhere equal those of a plain walk, also with several equal falls", () =>
  fc.assert(
    fc.property(steps, fc.array(fc.nat(12), { maxLength: 4 }), (list, cuts) => {
      const bounds = [0, ...cuts.filter((cut) => cut < list.length).sort((a, b) => a - b), list.length];
      const intervals = bounds.slice(1).map((end, index) => pathOf(list.slice(bounds[index], end)));
      const whole = intervals.reduce(joinPaths, null);
      expect(whole && { maximal: whole.maximal, relative: relativeFall(whole) }).toEqual(walk(list));
    }),
    { numRuns: 5_000 },
  ));
