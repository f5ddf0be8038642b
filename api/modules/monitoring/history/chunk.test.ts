import { and, asc, eq, gte, lt } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import {
  monitoringDays as days,
  monitoringDeals as deals,
  monitoringMonths as months,
  monitoringSnapshots as snapshots,
  monitoringTrades as trades,
} from "#api/db/schema/monitoring-history";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { drillSize } from "#api/testing/drill-size";
import { noChange } from "./dirty-ranges";
import { markDirty, refresh } from "./refresh";
import { refreshForViewer, refreshRemaining } from "./refresh-remaining";

let api: TestApi;
let userId = "";
beforeAll(async () => {
  api = await testApi();
  ({ id: userId } = await api.newClient());
});
afterAll(() => api.close());

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 30);
const unlimited = 1_000_000;
const unit = 100_000_000n;

const step = fc.record({
  kind: fc.constantFrom(...(["trade", "trade", "trade", "balance", "credit", "charge", "snapshot"] as const)),
  amount: fc.integer({ min: -300, max: 400 }),
  hours: fc.integer({ min: 0, max: 40 }),
  held: fc.integer({ min: 0, max: 100 }),
  isLate: fc.boolean(),
});
type Row = { number: number; at: Date; kind: string; amount: bigint; openedAt: Date; isLate: boolean };
const histories = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
  let time = start;
  return steps.map(({ kind, amount, hours, held, isLate }, number): Row => {
    time += hours * hour;
    const [at, openedAt] = [new Date(time), new Date(time - held * hour)];
    return { number, at, openedAt, kind, amount: BigInt(amount) * unit, isLate };
  });
});

let accountCount = 0;
/** Creates an account that reports this balance now. */
async function newAccount(balance: bigint): Promise<string> {
  const id = `pieces-${++accountCount}`;
  const baseRow = {
    id,
    userId,
    createdAt: new Date(start),
    monitoringId: id,
    number: id,
    name: id,
    keyHash: id,
  };
  await api.db.insert(accounts).values({ ...baseRow, visibility: "private", balance });
  return id;
}

/** Stores rows and marks the range they make dirty, as a terminal's post does. */
async function add(accountId: string, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction(api.db, async (tx) => {
    let change = noChange;
    const none = { volume: unit, swap: 0n, commission: 0n, fee: 0n };
    for (const { number, at, openedAt, kind, amount } of rows) {
      const [ticket, position, time] = [String(number), String(number), at.getTime()];
      const least = (known: number, other: number) => Math.min(known, other);
      if (kind === "trade") {
        const names = { symbol: "EURUSD", side: "long" as const, isFinal: true, taxes: 0n };
        const row = { accountId, ticket, position, openedAt, closedAt: at, profit: amount, result: amount };
        await tx.insert(trades).values({ ...row, ...names, ...none });
        const opened = least(change.coverage, openedAt.getTime());
        change = { ...change, events: least(change.events, time), coverage: opened };
      } else if (kind === "snapshot") {
        const state = {
          balance: unit,
          equity: BigInt((time / hour) % 977) * unit,
          margin: 0n,
          freeMargin: 0n,
          credit: 0n,
        };
        await tx
          .insert(snapshots)
          .values({ accountId, at, ...state })
          .onConflictDoNothing();
        change = { ...change, flows: least(change.flows, time) };
      } else {
        const row = { accountId, ticket, position, at, type: kind as "balance", symbol: "", profit: amount };
        await tx.insert(deals).values({ ...row, ...none });
        change = { ...change, events: least(change.events, time), flows: least(change.flows, time) };
      }
    }
    await markDirty(tx, accountId, change);
  });
}

const refreshChunk = (accountId: string, rows: number) =>
  transaction(api.db, (tx) => refresh(tx, accountId, rows));

async function bookOf(accountId: string) {
  const of = <T extends { accountId: string }>(rows: T[]) => rows.map(({ accountId: _, ...row }) => row);
  const [account] = await api.db.select().from(accounts).where(eq(accounts.id, accountId));
  return {
    opening: account?.opening,
    days: of(await api.db.select().from(days).where(eq(days.accountId, accountId)).orderBy(asc(days.day))),
    months: of(
      await api.db.select().from(months).where(eq(months.accountId, accountId)).orderBy(asc(months.month)),
    ),
    trades: await api.db
      .select({ ticket: trades.ticket, seq: trades.seq, before: trades.balanceBefore })
      .from(trades)
      .where(eq(trades.accountId, accountId))
      .orderBy(asc(trades.ticket)),
  };
}

const dirtyFromOf = async (accountId: string) =>
  (await api.db.select().from(accounts).where(eq(accounts.id, accountId)))[0]?.dirtyFrom ?? null;

/** Returns the number of trades closed on each day of a chunk. */
async function tradesBetween(accountId: string, from: string, until: string): Promise<number[]> {
  const [first, end] = [new Date(`${from}T00:00:00Z`), new Date(`${until}T00:00:00Z`)];
  const rows = await api.db
    .select({ at: trades.closedAt })
    .from(trades)
    .where(and(eq(trades.accountId, accountId), gte(trades.closedAt, first), lt(trades.closedAt, end)));
  const counts = new Map<string, number>();
  for (const { at } of rows) {
    const day = at.toISOString().slice(0, 10);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts.values()];
}

test("history processed in chunks of any size, interrupted anywhere, with late rows: the same as in one run", async () => {
  await fc.assert(
    fc.asyncProperty(
      histories,
      fc.integer({ min: 1, max: 6 }),
      fc.nat({ max: 5 }),
      fc.integer({ min: -500, max: 5_000 }),
      async (rows, size, chunksBefore, balance) => {
        const reported = BigInt(balance) * unit;
        const [reference, apart] = [await newAccount(reported), await newAccount(reported)];
        await add(reference, rows);
        expect(await refreshChunk(reference, unlimited)).toBe(false);

        await add(
          apart,
          rows.filter(({ isLate }) => !isLate),
        );
        // stop after this many chunks, as a kill would; then late rows arrive
        for (let count = 0; count < chunksBefore; count++) await refreshChunk(apart, size);
        await add(
          apart,
          rows.filter(({ isLate }) => isLate),
        );
        let isMore = true;
        for (let count = 0; isMore; count++) {
          expect(count).toBeLessThan(4 * rows.length + 8);
          const from = await dirtyFromOf(apart);
          isMore = await refreshChunk(apart, size);
          const until = await dirtyFromOf(apart);
          if (!from || !until || until <= from) continue;
          const counts = await tradesBetween(apart, from, until);
          // a day is never split
          const tradeCount = counts.reduce((sum, one) => sum + one, 0);
          expect(tradeCount <= size || counts.length === 1).toBe(true);
        }
        expect(await bookOf(apart)).toEqual(await bookOf(reference));
      },
    ),
    { numRuns: drillSize({ daily: 10, nightly: 80 }) },
  );
}, 300_000);

test("a short history is read completely; the job continues where it stopped", async () => {
  const rows = Array.from({ length: 30 }, (_, number): Row => {
    const at = new Date(start + number * 12 * hour);
    return {
      number,
      at,
      openedAt: new Date(at.getTime() - hour),
      kind: "trade",
      amount: unit,
      isLate: false,
    };
  });
  const [reference, read, interrupted] = [await newAccount(0n), await newAccount(0n), await newAccount(0n)];
  for (const id of [reference, read, interrupted]) await add(id, rows);
  await refreshChunk(reference, unlimited);
  await refreshForViewer(api.db, read);
  expect(await bookOf(read)).toEqual(await bookOf(reference));
  expect(await refreshChunk(interrupted, 4)).toBe(true);
  expect(await dirtyFromOf(interrupted)).toBe("2026-02-01");
  await refreshRemaining.run({ accountId: interrupted }, api.deps);
  expect(await bookOf(interrupted)).toEqual(await bookOf(reference));
});

test.each(["trade", "balance", "charge"])(
  "a month is closed by the %s that begins the next one",
  async (kind) => {
    const id = await newAccount(0n);
    const addAt = (number: number, day: number) => {
      const at = new Date(start + day * 24 * hour);
      return add(id, [{ number, at, openedAt: at, kind, amount: unit, isLate: false }]);
    };
    await addAt(1, 0);
    await refreshChunk(id, unlimited);
    expect((await bookOf(id)).months).toEqual([]);
    await addAt(2, 3);
    await refreshChunk(id, unlimited);
    expect((await bookOf(id)).months.map(({ month }) => month)).toEqual(["2026-01-01"]);
  },
);
