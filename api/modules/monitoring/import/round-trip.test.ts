import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { History } from "#api/modules/monitoring/statistics/history";
import { drillSize } from "#api/testing/drill-size";
import { readStatement } from "#statements/read-statement";
import type { BalanceOperation, Trade } from "#statements/types";
import { writers } from "#tools/statement-generators/index";
import { reconcile } from "./reconcile";
import { histories } from "./testing";

const minute = 60_000;
const wholeMinute = (time: number | null) => (time === null ? null : Math.floor(time / minute) * minute);

/** Returns the fields of a trade that a kind of file can carry; the others are lost in the round trip. */
function carriedTrade(kind: string, trade: Trade): Partial<Trade> {
  const { magic, comment, ...bare } = trade;
  const expectedTrade = { ...bare, ...(comment ? { comment } : {}) };
  const withMagic = { ...expectedTrade, ...(magic ? { magic } : {}) };
  if (kind === "mt4-statement") return { ...expectedTrade, position: trade.ticket, fee: 0n };
  if (kind.startsWith("mt5-report")) return { ...expectedTrade, taxes: 0n };
  if (kind.startsWith("mt5-deals")) {
    const { stopLoss, takeProfit, ...rest } = expectedTrade;
    return { ...rest, taxes: 0n };
  }
  if (kind.startsWith("ctrader")) {
    // its net amount includes everything: fees and taxes have no column and end up in the gross profit
    return {
      ...expectedTrade,
      stopLoss: null,
      takeProfit: null,
      fee: 0n,
      taxes: 0n,
      ticket: `DID${trade.ticket}`,
      position: `PID${trade.position}`,
      profit: trade.profit + trade.fee + trade.taxes,
    };
  }
  const site = { ...withMagic, position: trade.ticket, fee: 0n, taxes: 0n };
  if (kind === "fx-blue") return site;
  if (kind.startsWith("trade-list")) return { ...bare, position: trade.ticket, fee: 0n, taxes: 0n };
  if (kind === "myfxbook") {
    // its profit is net of everything: fees and taxes have no column and end up in the gross profit
    return {
      ...site,
      profit: trade.profit + trade.fee + trade.taxes,
      openTime: wholeMinute(trade.openTime),
      closeTime: wholeMinute(trade.closeTime) ?? 0,
    };
  }
  const { ticket, position, magic: lost, ...nameless } = { ...site, magic };
  return nameless;
}

function carriedOperation(
  kind: string,
  { comment = "", ...operation }: BalanceOperation,
): Partial<BalanceOperation> {
  const text = comment ? { comment } : {};
  if (kind === "myfxbook") return { ...operation, ...text, time: wholeMinute(operation.time) ?? 0 };
  if (kind !== "mql5-signal") return { ...operation, ...text };
  const { ticket, ...nameless } = operation;
  return { ...nameless, ...text };
}

const byText = (list: object[]) =>
  list
    .map((item) =>
      JSON.stringify(Object.entries(item).sort(), (_, value) =>
        typeof value === "bigint" ? `${value}n` : value,
      ),
    )
    .sort();

const without = (list: object[], names: string[]) =>
  list.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name, value]) => !names.includes(name) && value !== "")),
  );

describe.each(Object.entries(writers))(
  "a history written as %s",
  (kind, { format, hasTradesOnly, write }) => {
    it("is read back completely", { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(
          histories,
          fc.constantFrom(0, 120, 180, -300),
          fc.integer({ min: 0, max: 3 }),
          async (history: History, minutes, cancelled) => {
            // without trades such a file is empty
            fc.pre(!hasTradesOnly || history.trades.length > 0);
            const read = await readStatement(write(history, { minutes, cancelled }), {
              base: minutes,
              summer: null,
            });
            const nameless = kind === "mql5-signal" ? ["ticket", "position"] : [];
            expect(read.format).toBe(format);
            expect(byText(without(read.trades, nameless))).toEqual(
              byText(history.trades.map((trade) => carriedTrade(kind, trade))),
            );
            expect(byText(without(read.operations, nameless))).toEqual(
              byText(
                hasTradesOnly ? [] : history.operations.map((operation) => carriedOperation(kind, operation)),
              ),
            );
            if (!hasTradesOnly && !/^(mt5-deals|fx-blue)/.test(kind))
              expect(read.left.cancelled).toBe(cancelled);
          },
        ),
        {
          numRuns: kind.endsWith("xlsx")
            ? drillSize({ daily: 5, nightly: 20 })
            : drillSize({ daily: 15, nightly: 60 }),
        },
      );
    });

    it("reconciles with the totals of the file", { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (history: History) => {
          fc.pre(!hasTradesOnly || history.trades.length > 0);
          const namable = {
            ...history,
            trades: history.trades.map((trade) => ({ ...trade, fee: 0n, taxes: 0n })),
          };
          const lines = reconcile(
            await readStatement(await write(namable, { minutes: 0, cancelled: 1 }), {
              base: 0,
              summer: null,
            }),
          );
          for (const line of lines)
            if (line.difference !== null)
              expect(line, line.figure).toMatchObject({ difference: 0n, says: line.computed });
          if (kind === "mt4-statement" || kind.startsWith("mt5-report"))
            expect(lines.filter(({ says }) => says !== null).length).toBeGreaterThan(4);
        }),
        {
          numRuns: kind.endsWith("xlsx")
            ? drillSize({ daily: 4, nightly: 15 })
            : drillSize({ daily: 10, nightly: 40 }),
        },
      );
    });
  },
);

it("reads an account's number, name, currency and leverage if the file has them", async () => {
  const [history] = fc.sample(histories, 1);
  if (!history || !writers["mt4-statement"] || !writers["mt5-report-html"]) throw new Error("no sample");
  const { name, leverage } = history.account;
  const options = { minutes: 180, cancelled: 0 };
  const mt4 = await readStatement(await writers["mt4-statement"].write(history, options), {
    base: 180,
    summer: null,
  });
  expect(mt4.account).toEqual({ number: "250997", name, currency: "USD", leverage });
  const mt5 = await readStatement(await writers["mt5-report-html"].write(history, options), {
    base: 180,
    summer: null,
  });
  expect(mt5.account).toEqual({ number: "250997", name, currency: "USD", server: "Broker-Demo" });
});
