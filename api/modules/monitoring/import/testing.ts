import fc from "fast-check";
import { expect, vi } from "vitest";
import type { History } from "#api/modules/monitoring/statistics/history";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import type { BalanceOperation, Trade } from "#statements/types";

/** Time zone in which generated files are written. */
export const zone = "UTC+03:00";

const cents = (range: number) =>
  fc.integer({ min: -range, max: range }).map((value) => BigInt(value) * 1_000_000n);
const comments = [
  "entry",
  "[tp]",
  "из сигнала",
  'the "big" one',
  "a;b",
  "c,d",
  "x < y & z",
  "it's",
  "-1.5",
  "to #1002",
];
const comment = fc.option(fc.constantFrom(...comments), { nil: undefined });
/** Length of a generated history in seconds. */
const spanSeconds = 200 * 24 * 3600;
const startTime = Date.UTC(2026, 0, 5, 8);

const tradeFields = fc.record({
  symbol: fc.constantFrom("EURUSD", "XAUUSD", "US30.cash", "#AAPL", "GBPJPY_i"),
  side: fc.constantFrom("long" as const, "short" as const),
  volume: fc.integer({ min: 1, max: 500 }).map((value) => BigInt(value) * 1_000_000n),
  opened: fc.integer({ min: 3600, max: spanSeconds }),
  held: fc.integer({ min: 1, max: 500_000 }),
  openPrice: fc.integer({ min: 1, max: 9_999_999 }).map((value) => BigInt(value) * 1000n),
  closePrice: fc.integer({ min: 1, max: 9_999_999 }).map((value) => BigInt(value) * 1000n),
  stopLoss: fc.option(fc.integer({ min: 1, max: 9_999_999 }).map((value) => BigInt(value) * 1000n)),
  takeProfit: fc.option(fc.integer({ min: 1, max: 9_999_999 }).map((value) => BigInt(value) * 1000n)),
  profit: cents(500_000_00),
  swap: cents(2000),
  commission: cents(3000),
  fee: cents(300),
  taxes: cents(300),
  magic: fc.option(fc.integer({ min: 1, max: 99_999 }).map(String), { nil: undefined }),
  comment,
});

const operationFields = fc.record({
  at: fc.integer({ min: 1, max: spanSeconds }),
  type: fc.constantFrom("balance" as const, "credit" as const),
  amount: cents(1_000_000_00).filter((amount) => amount !== 0n),
  comment,
});

/** Drops undefined fields, so that generated and read records compare equal. */
const defined = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;

/**
 * Histories of whole positions, beginning with a deposit. No two trades have the same symbol, side and volume: a list
 * of deals names no positions, so of two such trades open at once it can't tell which was closed (`formats.test.ts`
 * describes the choice).
 */
export const histories: fc.Arbitrary<History> = fc
  .record({
    trades: fc.uniqueArray(tradeFields, {
      maxLength: 25,
      selector: ({ symbol, side, volume }) => `${symbol}${side}${volume}`,
    }),
    operations: fc.array(operationFields, { maxLength: 5 }),
    deposit: fc.integer({ min: 1, max: 10_000_000 }).map((value) => BigInt(value) * 1_000_000n),
    name: fc.constantFrom("Ada Example", "Имя Фамилия", 'O"Neil & Sons <demo>'),
    leverage: fc.constantFrom(30, 100, 500),
  })
  .map(({ trades, operations, deposit, name, leverage }) => ({
    account: {
      number: "250997",
      name,
      server: "Broker-Demo",
      currency: "USD",
      leverage,
      mode: "demo" as const,
    },
    trades: trades.map(
      ({ opened, held, ...fields }, index): Trade =>
        defined({
          ...fields,
          ticket: String(20_001 + index),
          position: String(10_001 + index),
          openTime: startTime + opened * 1000,
          closeTime: startTime + (opened + held) * 1000,
          final: true,
        }),
    ),
    operations: [
      { ticket: "5000", time: startTime, type: "balance" as const, amount: deposit, comment: "Deposit" },
      ...operations.map(
        ({ at, ...fields }, index): BalanceOperation =>
          defined({ ...fields, ticket: String(5001 + index), time: startTime + at * 1000 }),
      ),
    ],
    snapshots: [],
    positions: [],
  }));

/** Creates an account of a new client, with helpers to import statements into it. */
export async function importingAccount(api: TestApi) {
  const client = await api.newClient();
  const terminal = await newTerminal(api, client.token);
  const options = { token: client.token };
  const upload = async (file: File, inZone = zone) =>
    api.call(contract.uploadStatement, { monitoringId: terminal.id, file, zone: inZone }, options);
  const status = async (importId: string) =>
    (await api.call(contract.readImport, { monitoringId: terminal.id, importId }, options)).body;
  /** Waits for the outcome of an import: on a busy machine the response does not wait for it. */
  const waitForImport = (importId: string) =>
    vi.waitFor(
      async () => {
        const found = await status(importId);
        expect(["reading", "importing"]).not.toContain(found.state);
        return found;
      },
      { timeout: 60_000, interval: 100 },
    );
  const confirm = (importId: string) =>
    api.call(contract.confirmImport, { monitoringId: terminal.id, importId }, options);
  const finish = async (importId: string) => {
    const answer = await confirm(importId);
    if (answer.status === 200) await waitForImport(importId);
    return answer;
  };
  const figures = async () =>
    (await api.call(contract.statistics, { monitoringId: terminal.id }, options)).body;
  const tickets = async () =>
    (await api.call(contract.trades, { monitoringId: terminal.id }, options)).body.trades
      .map(({ ticket }) => ticket)
      .sort();
  return {
    ...terminal,
    token: client.token,
    upload,
    status,
    settled: waitForImport,
    confirm,
    finish,
    figures,
    tickets,
  };
}
