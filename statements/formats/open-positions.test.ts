import fc from "fast-check";
import { expect, it } from "vitest";
import type { Side } from "#statements/types";
import type { Open } from "./open-positions";
import { OpenPositions } from "./open-positions";

/** The reference implementation, which walks through all open positions in the order of opening. */
class Walked {
  private open: (Open & { isListed: boolean })[] = [];
  private count = 0;

  fitting(side: Side, volume: bigint, isAny: boolean) {
    const here = this.open.filter((one) => one.side === side);
    return (here.find(({ left }) => left === volume) ?? here.find(({ left }) => isAny || left >= volume))
      ?.position;
  }

  oldestListed = (side: Side) => this.open.find((one) => one.side === side && one.isListed)?.position;

  oldest = (side: Side) => this.open.find((one) => one.side === side)?.position;

  total = (side: Side) =>
    this.open.filter((one) => one.side === side).reduce((sum, { left }) => sum + left, 0n);

  set(position: string, side: Side, left: bigint, isListed: boolean) {
    const known = this.open.find((one) => one.position === position);
    this.open = this.open.filter((one) => one !== known);
    if (left > 0n) this.open.push({ position, side, left, number: known?.number ?? this.count++, isListed });
    this.open.sort((a, b) => a.number - b.number);
  }
}

const side = fc.constantFrom<Side>("long", "short");
const names = fc.integer({ min: 0, max: 9 }).map(String);

it("an open position is found as by a full scan", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(names, side, fc.bigInt({ min: -1n, max: 4n }), side, fc.bigInt({ min: 0n, max: 5n })),
      ),
      (steps) => {
        const [quick, walked] = [new OpenPositions(), new Walked()];
        for (const [position, opens, left, closingSide, volume] of steps) {
          const isListed = Number(position) % 2 === 0;
          quick.set(position, opens, left, isListed);
          walked.set(position, opens, left, isListed);
          for (const isAny of [true, false])
            expect(quick.fitting(closingSide, volume, isAny)?.position).toBe(
              walked.fitting(closingSide, volume, isAny),
            );
          expect(quick.oldest(closingSide)?.position).toBe(walked.oldest(closingSide));
          expect(quick.total(closingSide)).toBe(walked.total(closingSide));
          expect(quick.oldestListed(closingSide)?.position).toBe(walked.oldestListed(closingSide));
        }
      },
    ),
    { numRuns: 500 },
  ));
