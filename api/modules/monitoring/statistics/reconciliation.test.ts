import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reconcileCheckpoints } from "./reconciliation";

const cents = fc.bigInt({ min: -100_000n, max: 100_000n });

describe("reconciliation of a history", () => {
  it("accounts for every stated balance", () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ balance: cents, known: cents }), { minLength: 1, maxLength: 12 }),
        (points) => {
          const { opening, differs } = reconcileCheckpoints(points);
          expect(opening >= 0n).toBe(true);
          const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n);
          expect(opening + sum(differs) + sum(points.map(({ known }) => known))).toBe(points.at(-1)?.balance);
        },
      ),
    ));

  it("names what is missing, and where", () => {
    expect(reconcileCheckpoints([{ balance: 5150n, known: 150n }])).toEqual({
      opening: 5000n,
      differs: [0n],
    });
    expect(
      reconcileCheckpoints([
        { balance: 100n, known: 100n },
        { balance: 180n, known: 68n },
      ]),
    ).toEqual({ opening: 0n, differs: [0n, 12n] });
    expect(reconcileCheckpoints([{ balance: 100n, known: 130n }])).toEqual({ opening: 0n, differs: [-30n] });
  });

  it("does not report a difference for a row on the other side of a boundary", () =>
    expect(
      reconcileCheckpoints([
        { balance: 100n, known: 100n },
        { balance: 150n, known: 20n },
        { balance: 160n, known: 40n },
      ]).differs,
    ).toEqual([0n, 0n, 0n]));
});
