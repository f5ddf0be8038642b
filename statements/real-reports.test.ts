import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reconcile } from "#api/modules/monitoring/import/reconcile";
import { histories } from "#api/modules/monitoring/import/testing";
import type { History } from "#api/modules/monitoring/statistics/history";
import { drillSize } from "#api/testing/drill-size";
import { writeCTraderCsv } from "#tools/statement-generators/ctrader";
import type { Writing } from "#tools/statement-generators/format";
import { writeMt4Statement } from "#tools/statement-generators/mt4-statement";
import { writeMt5Html } from "#tools/statement-generators/mt5-html";
import { languagesOfTerminals } from "#tools/statement-generators/mt5-labels";
import { writeMt5Xlsx } from "#tools/statement-generators/mt5-xlsx";
import {
  writeMt4Optimisation,
  writeMt4Tester,
  writeMt5Optimisation,
  writeMt5TesterHtml,
  writeMt5TesterXlsx,
} from "#tools/statement-generators/tester";
import { formatDecimal } from "./decimal";
import { readStatement } from "./read-statement";
import type { Trade } from "./types";
import { resultOf } from "./types";

const utc = { base: 0, summer: null };
const plain: Writing = { minutes: 0, cancelled: 2 };
const byTicket = (trades: Trade[]) => trades.toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1));
const results = (trades: Trade[]) =>
  byTicket(trades).map((trade) => [trade.ticket, formatDecimal(resultOf(trade))]);
const bearable = (history: History): History => ({
  ...history,
  trades: history.trades.map((trade) => ({ ...trade, fee: 0n, taxes: 0n })),
});
const differences = (read: Parameters<typeof reconcile>[0]) =>
  reconcile(read).filter(({ difference }) => difference !== null && difference !== 0n);

const writers = { "a page": writeMt5Html, "a workbook": writeMt5Xlsx };

describe.each(Object.entries(writers))("MetaTrader 5's report as %s", (_, write) => {
  it.each(
    languagesOfTerminals.flatMap((language) => [
      { language, cost: false },
      { language, cost: true },
    ]),
  )(
    "is read the same in $language, its costs shown: $cost",
    { timeout: 60_000 },
    async ({ language, cost }) => {
      await fc.assert(
        fc.asyncProperty(histories, async (generated) => {
          const history = bearable(generated);
          const read = await readStatement(write(history, { ...plain, language, cost }), utc);
          expect(results(read.trades)).toEqual(results(history.trades));
          expect(read.gaps).toEqual([]);
          expect(read.account).toMatchObject({
            number: "250997",
            currency: "USD",
            name: history.account.name,
          });
          expect(read.left).toEqual({ cancelled: 2, open: 0 });
          expect(differences(read)).toEqual([]);
          const stated = Object.keys(read.stated);
          expect(stated).toEqual(
            expect.arrayContaining(["netProfit", "grossProfit", "grossLoss", "trades", "balance"]),
          );
        }),
        { numRuns: 8 },
      );
    },
  );
});

describe("a workbook", () => {
  const history = () => bearable(fc.sample(histories, { numRuns: 1, seed: 7 })[0] as History);

  it.each([
    { encoding: "utf16", texts: "shared", values: true },
    { encoding: "utf16", texts: "shared", values: false },
    { encoding: "utf16", texts: "inline", values: true },
    { encoding: "utf8", texts: "shared", values: true },
    { encoding: "utf8", texts: "inline", values: false },
  ] as const)("in $encoding, texts $texts, totals stored: $values, is read the same", async (kind) => {
    const written = history();
    const read = await readStatement(writeMt5Xlsx(written, plain, kind), utc);
    expect(results(read.trades)).toEqual(results(written.trades));
    expect(differences(read)).toEqual([]);
  });
});

describe("a strategy tester report is rejected by its type", () => {
  const history = bearable(fc.sample(histories, { numRuns: 1, seed: 11 })[0] as History);
  it.each(languagesOfTerminals)("a test of MetaTrader 5 in %s", async (language) => {
    for (const write of [writeMt5TesterHtml, writeMt5TesterXlsx])
      await expect(readStatement(write(history, { ...plain, language }), utc)).rejects.toMatchObject({
        code: "importTesterReport",
      });
  });

  it.each(["Strategy Tester Report", "Отчёт", "Bericht des Strategietesters", "策略测试报告", "Informe"])(
    "a test of MetaTrader 4, %s",
    async (title) => {
      await expect(readStatement(writeMt4Tester(title), utc)).rejects.toMatchObject({
        code: "importTesterReport",
      });
    },
  );

  it("optimisations of both", async () => {
    for (const file of [writeMt4Optimisation(), writeMt5Optimisation()])
      await expect(readStatement(file, utc)).rejects.toMatchObject({ code: "importOptimisation" });
  });

  it("but not the account of a client named Tester", async () => {
    const named = { ...history, account: { ...history.account, name: "Tester Strategy Tester" } };
    for (const write of [writeMt5Html, writeMt5Xlsx, writeMt4Statement])
      expect((await readStatement(write(named, plain), utc)).trades).toHaveLength(history.trades.length);
  });
});

/** Returns the part of a history after a certain time, and the balance at that time. */
function cutAt(history: History, share: number): { rest: History; opening: bigint } {
  const times = [
    ...history.trades.flatMap(({ openTime, closeTime }) => [openTime ?? closeTime, closeTime]),
    ...history.operations.map(({ time }) => time),
  ].sort((a, b) => a - b);
  const cutTime = times[Math.floor(share * (times.length - 1))] ?? 0;
  const removed = {
    trades: history.trades.filter(({ closeTime }) => closeTime < cutTime),
    operations: history.operations.filter(({ time }) => time < cutTime),
  };
  const opening =
    removed.trades.reduce((sum, trade) => sum + resultOf(trade), 0n) +
    removed.operations.filter(({ type }) => type !== "credit").reduce((sum, { amount }) => sum + amount, 0n);
  const rest = {
    ...history,
    trades: history.trades.filter(({ closeTime }) => closeTime >= cutTime),
    operations: history.operations.filter(({ time }) => time >= cutTime),
  };
  return { rest, opening };
}

describe("a file that begins in the middle", () => {
  const cut = fc.double({ min: 0, max: 1, noNaN: true });

  it.each(Object.entries({ ...writers, "cTrader's list": writeCTraderCsv }))(
    "as %s: the opening is the account's balance at that time",
    { timeout: 60_000 },
    async (kind, write) => {
      await fc.assert(
        fc.asyncProperty(histories, cut, async (generated, share) => {
          const { rest, opening } = cutAt(bearable(generated), share);
          const bare = kind === "cTrader's list" ? { ...rest, operations: [] } : rest;
          fc.pre(bare.trades.length + bare.operations.length > 0);
          const read = await readStatement(write(bare, { ...plain, opening }), utc);
          expect(formatDecimal(read.opening?.amount ?? -1n)).toBe(formatDecimal(opening));
          expect(read.gaps).toEqual([]);
        }),
        { numRuns: drillSize({ daily: 15, nightly: 60 }) },
      );
    },
  );

  it("as MetaTrader 4's statement with nothing but credit in it: the whole balance", async () => {
    const [time, amount] = [Date.UTC(2026, 0, 5), 100_000_000n];
    const credited: History = {
      ...(fc.sample(histories, { numRuns: 1, seed: 7 })[0] as History),
      trades: [],
      positions: [],
      operations: [{ type: "credit", ticket: "5001", time, amount }],
    };
    const read = await readStatement(writeMt4Statement(credited, { ...plain, opening: 250_000_000n }), utc);
    expect(read.opening).toEqual({ amount: 250_000_000n, time, from: "balance" });
    expect(differences(read)).toEqual([]);
  });

  it("as MetaTrader 4's statement: the balance at its end less its rows", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, cut, async (generated, share) => {
        const { rest, opening } = cutAt(bearable(generated), share);
        fc.pre(rest.trades.length + rest.operations.length > 0 && (opening === 0n || opening > 100_000_000n));
        const read = await readStatement(writeMt4Statement(rest, { ...plain, opening }), utc);
        expect(formatDecimal(read.opening?.amount ?? -1n)).toBe(formatDecimal(opening));
        expect(differences(read)).toEqual([]);
      }),
      { numRuns: drillSize({ daily: 15, nightly: 60 }) },
    );
  });

  it("with rows missing: each place is named with its amount", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(), async (generated, which) => {
        const history = bearable(generated);
        const flows = history.operations.filter(({ type, amount }) => type === "balance" && amount !== 0n);
        const lost = flows[1 + (which % Math.max(1, flows.length - 1))];
        const after = history.trades.filter(({ openTime }) => (openTime ?? 0) > (lost?.time ?? 0));
        fc.pre(lost !== undefined && after.length > 0);
        const page = Buffer.from(writeMt5Html(history, plain)).toString("utf16le");
        const row = new RegExp(`<tr[^>]*><td>[^<]*</td><td>${lost?.ticket}</td>.*\\r\\n`);
        const read = await readStatement(new Uint8Array(Buffer.from(page.replace(row, ""), "utf16le")), utc);
        expect(read.gaps.map(({ amount }) => amount)).toEqual([lost?.amount]);
      }),
      { numRuns: drillSize({ daily: 10, nightly: 40 }) },
    );
  });
});
