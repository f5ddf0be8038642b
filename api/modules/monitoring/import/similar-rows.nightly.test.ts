import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { History } from "#api/modules/monitoring/statistics/history";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { BalanceOperation, Trade } from "#statements/types";
import { writers } from "#tools/statement-generators/index";
import { importingAccount, zone } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const one = 100_000_000n;
const evening = Date.UTC(2026, 0, 5, 23, 30);
const hour = 3_600_000;
/** An hour and half a minute: a difference that daylight saving time would explain. */
const later = hour + 30_000;

const trade = (ticket: string, closeTime: number): Trade => ({
  ticket,
  position: `${ticket}0`,
  symbol: "BTCUSD",
  side: "long",
  volume: one / 10n,
  openTime: closeTime - 2 * hour,
  closeTime,
  openPrice: 60_000n * one,
  closePrice: 60_100n * one,
  profit: 10n * one,
  swap: 0n,
  commission: 0n,
  fee: 0n,
  taxes: 0n,
  final: true,
});
const cashback = (ticket: string, time: number): BalanceOperation => ({
  ticket,
  time,
  type: "balance",
  amount: 5n * one,
  comment: "Cashback",
});
const historyOf = (trades: Trade[], operations: BalanceOperation[]): History => ({
  account: {
    number: "250997",
    name: "Ada",
    server: "Broker-Demo",
    currency: "USD",
    leverage: 100,
    mode: "demo",
  },
  trades,
  operations,
  snapshots: [],
  positions: [],
});

const deposit = { ...cashback("1", evening - 12 * hour), amount: 1_000n * one, comment: "Deposit" };
const today = historyOf([trade("1001", evening)], [deposit, cashback("1003", evening + hour / 6)]);
const tomorrow = historyOf([trade("1002", evening + later)], [cashback("1004", evening + hour / 6 + later)]);

function fileOf(kind: string, history: History, opening = 0n): File {
  const bytes = writers[kind]?.write(history, { minutes: 180, cancelled: 0, opening });
  if (!bytes) throw new Error(kind);
  return new File([new Uint8Array(bytes)], `statement.${writers[kind]?.extension}`);
}

type Account = Awaited<ReturnType<typeof importingAccount>>;

async function importFile(account: Account, file: File, inZone = zone) {
  const { body } = await account.upload(file, inZone);
  const { preview } = await account.settled(body.importId);
  await account.finish(body.importId);
  return preview;
}

describe("rows that resemble known ones", () => {
  it.each(["mt4-statement", "mt5-report-html", "mt5-deals-csv"])(
    "are separate trades and deposits if the platform gave other numbers: daily files of the kind %s",
    async (kind) => {
      const account = await importingAccount(api);
      await importFile(account, fileOf(kind, today));
      const preview = await importFile(account, fileOf(kind, tomorrow, 1_015n * one));
      expect(preview).toMatchObject({ trades: 1, knownTrades: 0, operations: 1, knownOperations: 0 });
      expect(await account.figures()).toMatchObject({ trades: 2, balance: "1030.00", net_profit: "20.00" });
      // everything in one file is known
      const combined = historyOf(
        [...today.trades, ...tomorrow.trades],
        [...today.operations, ...tomorrow.operations],
      );
      expect(await importFile(account, fileOf(kind, combined))).toMatchObject({
        knownTrades: 2,
        knownOperations: 3,
      });
    },
  );

  it("are kept beside the terminal's rows under another number", async () => {
    const account = await importingAccount(api);
    await importFile(account, fileOf("mt4-statement", today));
    const closeSeconds = (evening + later) / 1000;
    const baseDeal = { position: "1002", symbol: "BTCUSD", volume: "0.1", price: "60000" };
    await account.post({
      balance: "1025",
      equity: "1025",
      deals: [
        { ...baseDeal, ticket: "1002-in", time: closeSeconds - 7_200, type: "buy", entry: "in", profit: "0" },
        { ...baseDeal, ticket: "1002", time: closeSeconds, type: "sell", entry: "out", profit: "10" },
      ],
    });
    expect(await account.tickets()).toEqual(["1001", "1002"]);
  });

  it("are recognized in a site's list whose clock is an hour off and whose numbers differ", async () => {
    const account = await importingAccount(api);
    await importFile(account, fileOf("mt4-statement", today));
    const listed = historyOf(
      today.trades.map((known) => ({ ...known, ticket: "77" })),
      [],
    );
    const preview = await importFile(account, fileOf("trade-list-exness", listed), "UTC+04:00");
    expect(preview).toMatchObject({ trades: 1, knownTrades: 1 });
    expect(await account.tickets()).toEqual(["1001"]);
  });
});

it("a file that adds no row, only the starting balance, updates the figures", async () => {
  const account = await importingAccount(api);
  await importFile(account, fileOf("trade-list-exness", historyOf(today.trades, [])), "UTC+00:00");
  expect((await account.figures()).balance).toBeNull();
  const preview = await importFile(
    account,
    fileOf("mt4-statement", historyOf(today.trades, []), 5_000n * one),
  );
  expect(preview).toMatchObject({ knownTrades: 1, opening: "5000.00" });
  const figures = await account.figures();
  expect(figures.balance).toBe("5010.00");
  expect(figures.growth).toBeCloseTo(0.002, 6);
});
