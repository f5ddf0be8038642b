import fc from "fast-check";
import { expect, it } from "vitest";
import { drillSize } from "#api/testing/drill-size";
import type { Side } from "#statements/types";
import { Closings } from "./closings";
import type { ClosedPosition } from "./mt5-positions";

type OpenPosition = { side: Side; left: bigint };

/** The reference implementation, which walks through all rows of the table. */
class Walked {
  private readonly done = new Set<ClosedPosition>();
  private readonly open = new Map<string, OpenPosition>();
  constructor(private readonly rows: ClosedPosition[]) {}

  at(side: Side, profit?: bigint) {
    const rows = this.rows
      .toSorted((a, b) => a.openTime - b.openTime)
      .filter((row) => row.side === side && (profit === undefined || row.profit === profit))
      .filter((row) => !this.done.has(row));
    const opened = rows.flatMap((row) => {
      const one = this.open.get(row.position);
      return one?.side === side ? [{ row, left: one.left }] : [];
    });
    return {
      open: (volume: bigint, isAny: boolean) =>
        (opened.find(({ left }) => left === volume) ?? opened.find(({ left }) => isAny || left > volume))
          ?.row,
      unopened: () => rows.find((row) => !this.open.has(row.position)),
    };
  }

  note(position: string, known: OpenPosition | undefined) {
    if (known) this.open.set(position, known);
    else this.open.delete(position);
  }

  finish = (row: ClosedPosition) => this.done.add(row);
}

const side = fc.constantFrom<Side>("long", "short");
const small = fc.bigInt({ min: 0n, max: 4n });
const name = fc.integer({ min: 0, max: 9 }).map(String);
const row: fc.Arbitrary<ClosedPosition> = fc.record({
  position: name,
  side,
  openTime: fc.integer({ min: 0, max: 5 }),
  profit: fc.bigInt({ min: 0n, max: 2n }),
  symbol: fc.constant("EURUSD"),
  openPrice: fc.constant(1n),
  closeTime: fc.constant(9),
  volume: fc.constant(1n),
  opened: fc.constant(1n),
  closePrice: fc.constant(1n),
  commission: fc.constant(0n),
  swap: fc.constant(0n),
  stopLoss: fc.constant(null),
  takeProfit: fc.constant(null),
});

it("a row of the table is found as by a full scan", () =>
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.array(
        fc.record({
          position: name,
          opens: side,
          left: small,
          closingSide: side,
          volume: small,
          done: fc.nat(40),
        }),
      ),
      (rows, steps) => {
        const [quick, walked] = [new Closings(rows), new Walked(rows)];
        for (const { position, opens, left, closingSide, volume, done } of steps) {
          const known = left > 0n ? { side: opens, left } : undefined;
          quick.note("EURUSD", position, known);
          walked.note(position, known);
          const finished = rows[done];
          if (finished) {
            quick.finish(finished);
            walked.finish(finished);
          }
          for (const profit of [undefined, 0n, 1n, 2n]) {
            const [here, there] = [
              quick.at("EURUSD", closingSide, 9, profit),
              walked.at(closingSide, profit),
            ];
            for (const isAny of [true, false])
              expect(here?.open(volume, isAny)).toBe(there.open(volume, isAny));
            expect(here?.unopened()).toBe(there.unopened());
          }
        }
      },
    ),
    { numRuns: drillSize({ daily: 100, nightly: 500 }) },
  ));
