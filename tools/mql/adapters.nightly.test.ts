import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { serve } from "@hono/node-server";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#api/app";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { monitoringDeals, monitoringTrades } from "#api/db/schema/monitoring-history";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { fillAdapter } from "#app/lib/fill-adapter";
import * as contract from "#contract/monitoring/index";
import type { Terminal } from "./source";
import { adapterSource, terminals } from "./source";

/**
 * The shipped adapters, compiled as C++ with a stand-in for the terminal's functions (`stand-in/`), posting over HTTP to the real API.
 * This does not replace MetaEditor, but it runs the shipped source.
 */
const hasCompiler = spawnSync("g++", ["--version"]).status === 0;

let api: TestApi;
let server: ReturnType<typeof serve>;
let address: string;
let folder: string;
const running: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  api = await testApi();
  folder = await mkdtemp(join(tmpdir(), "adapters-"));
  const app = createApp(api.deps);
  await new Promise<void>((ready) => {
    server = serve(
      { overrideGlobalObjects: false, fetch: app.fetch, port: 0, hostname: "127.0.0.1" },
      (info: AddressInfo) => {
        address = `http://127.0.0.1:${info.port}`;
        ready();
      },
    );
  });
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});
afterAll(async () => {
  server.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const standIn = join(import.meta.dirname, "stand-in");

/** Translates MQL to C++: drops properties, and makes arrays without a size vectors. */
const translated = (source: string) =>
  source.replace(/^#property.*$/gm, "").replace(/\b(char|long|double) (\w+)\[\];/g, "MqlArray<$1> $2;");

async function compile(terminal: Terminal, key: string, to = address): Promise<string> {
  const source = translated(fillAdapter(await adapterSource(terminal), to, key));
  const events = terminal === "mq5" ? "#define HAS_TRADE_EVENT\n" : "";
  const file = join(folder, `${terminal}-${key}.cpp`);
  await writeFile(
    file,
    `#include "${terminal === "mq5" ? "mql5.h" : "mql4.h"}"\n${events}${source}\n#include "run.h"\n`,
  );
  const program = file.replace(".cpp", "");
  execFileSync("g++", [
    "-std=c++17",
    "-Wall",
    "-Wextra",
    "-Wno-unused-parameter",
    "-Werror",
    `-I${standIn}`,
    "-o",
    program,
    file,
  ]);
  return program;
}

type Record = { [field: string]: string | number };
type World = { facts: Record; closed: Record[]; open?: Record[] };

async function worldFile(name: string, { facts, closed, open = [] }: World): Promise<string> {
  const line = (kind: string, record: Record) =>
    [kind, ...Object.entries(record).map(([field, value]) => `${field}=${value}`)].join("\t");
  const lines = [
    ...Object.entries(facts).map(([field, value]) => `${field}\tvalue=${value}`.replace("value=", "=")),
    ...closed.map((record) => line("closed", record)),
    ...open.map((record) => line("open", record)),
  ];
  const file = join(folder, name);
  await writeFile(file, `${lines.map((text) => text.replace(/^(\w+)\t=/, "$1\t=")).join("\n")}\n`);
  return file;
}

/** Starts an adapter; `tick` advances its clock by seconds and returns the number of its requests. */
async function start(program: string, world: string, epoch: number) {
  const child = spawn(program, [world, String(epoch)]);
  running.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const log: string[] = [];
  const answers: number[] = [];
  const until = async (end: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("the adapter ended");
      const [kind = "", rest = ""] = String(value).split("\t");
      if (kind === "log") log.push(rest);
      if (kind === "answer") answers.push(Number(rest));
      if (kind === end) return rest;
    }
  };
  const send = async (command: string, end: string) => {
    child.stdin.write(`${command}\n`);
    return until(end);
  };
  return {
    log,
    answers,
    init: await until("init"),
    tick: async (seconds: number) => Number(await send(`tick ${seconds}`, "calls")),
    equity: (value: string) => send(`equity ${value}`, "ready"),
    world: (file: string) => send(`world ${file}`, "ready"),
    trade: () => send("trade", "ready"),
  };
}

const now = () => Math.floor(api.deps.clock.now().getTime() / 1000);
/** The stand-in's broker is three hours ahead of UTC. */
const brokerTime = (secondsAgo: number) => now() - secondsAgo + 10_800;
const quoted = 'Bro"ker\\Demo';

function accountFields(number: string, more: Record = {}): Record {
  return {
    account: number,
    server: quoted,
    currency: "USD",
    leverage: 100,
    mode: "demo",
    balance: "1234.56",
    equity: "1240.06",
    margin: "10",
    free_margin: "1230.06",
    credit: "0",
    ...more,
  };
}

/** Returns the same history in each terminal's terms: a deposit and `count` closed positions, every seventh of them a loss. */
function historyOf(terminal: Terminal, count: number): Record[] {
  const profit = (index: number) => (index % 7 === 3 ? "-3.25" : "1.1");
  if (terminal === "mq5") {
    const deposit = {
      ticket: 1,
      time: brokerTime(90_000_00),
      type: "balance",
      profit: "1000",
      comment: "Deposit",
    };
    const deals = Array.from({ length: count }, (_, index) => {
      const commonFields = { position: 100 + 2 * index, symbol: "EURUSD", volume: "0.1", magic: 7 };
      const time = brokerTime(8_000_000 - index * 600);
      return [
        {
          ...commonFields,
          ticket: 100 + 2 * index,
          time,
          type: "buy",
          entry: "in",
          price: "1.1",
          commission: "-0.35",
        },
        {
          ...commonFields,
          ticket: 101 + 2 * index,
          time: time + 300,
          type: "sell",
          entry: "out",
          price: "1.2",
          commission: "-0.35",
          swap: "-0.1",
          profit: profit(index),
          comment: 'say "hi" \\ bye',
        },
      ];
    });
    return [deposit, ...deals.flat()];
  }
  const deposit = {
    ticket: 1,
    open_time: brokerTime(90_000_00),
    close_time: brokerTime(90_000_00),
    type: "balance",
    profit: "1000",
    comment: "Deposit",
  };
  const orders = Array.from({ length: count }, (_, index) => {
    const time = brokerTime(8_000_000 - index * 600);
    return {
      ticket: 100 + index,
      symbol: "EURUSD",
      type: "buy",
      volume: "0.1",
      open_time: time,
      close_time: time + 300,
      open_price: "1.1",
      close_price: "1.2",
      commission: "-0.7",
      swap: "-0.1",
      profit: profit(index),
      magic: 7,
      comment: 'say "hi" \\ bye',
    };
  });
  const cancelled = {
    ticket: 9_000,
    symbol: "EURUSD",
    type: "buy limit",
    open_time: brokerTime(500),
    close_time: brokerTime(400),
  };
  // the order of the terminal's list is not reliable
  return [cancelled, ...orders.reverse(), deposit];
}

async function stored(id: string) {
  const [account] = await api.db
    .select()
    .from(monitoringAccounts)
    .where(eq(monitoringAccounts.monitoringId, id));
  const accountId = account?.id ?? "";
  const trades = await api.db
    .select()
    .from(monitoringTrades)
    .where(eq(monitoringTrades.accountId, accountId))
    .orderBy(asc(monitoringTrades.closedAt));
  const operations = await api.db.select().from(monitoringDeals).where(eq(monitoringDeals.type, "balance"));
  return { account, trades, operations: operations.filter((row) => row.accountId === accountId) };
}

describe.skipIf(!hasCompiler).each(terminals)("monitoring.%s, run", (terminal) => {
  async function setUp(count: number, more: Record = {}, open: Record[] = []) {
    const { token } = await api.newClient();
    const account = await newTerminal(api, token);
    const program = await compile(terminal, account.key);
    const world = { facts: accountFields(account.number, more), closed: historyOf(terminal, count), open };
    const file = await worldFile(`${account.number}.txt`, world);
    return { ...account, token, program, world, file };
  }

  it("sends a long history in chunks, once, with its quotes and backslashes", {
    timeout: 120_000,
  }, async () => {
    const account = await setUp(700);
    const adapter = await start(account.program, account.file, now());
    expect(adapter.init).toBe("0");
    await adapter.tick(50);
    expect(adapter.answers.every((status) => status === 200)).toBe(true);
    expect(adapter.answers.length).toBeGreaterThan(2);
    const { trades, operations, account: row } = await stored(account.id);
    expect(trades).toHaveLength(700);
    expect(operations).toHaveLength(1);
    expect(row).toMatchObject({
      server: quoted,
      currency: "USD",
      leverage: 100,
      mode: "demo",
      gmtOffset: 10_800,
    });
    expect(trades[0]).toMatchObject({
      side: "long",
      symbol: "EURUSD",
      comment: 'say "hi" \\ bye',
      magic: "7",
    });
    expect(trades[0]?.closedAt.getTime()).toBe((brokerTime(8_000_000) + 300 - 10_800) * 1000);
    const { body } = await api.call(
      contract.statistics,
      { monitoringId: account.id },
      { token: account.token },
    );
    expect(body).toMatchObject({
      trades: 700,
      losses: 100,
      balance: "1234.56",
      equity: "1240.06",
      deposits: "1000.00",
    });
    // then it only sends one request a minute
    expect(await adapter.tick(600)).toBeLessThanOrEqual(11);
    expect((await stored(account.id)).trades).toHaveLength(700);
    expect(adapter.log).toEqual([`Online monitoring: connected, account ${account.number}`]);
  });

  it("reports a new trade and open positions within seconds", { timeout: 60_000 }, async () => {
    const account = await setUp(3);
    const adapter = await start(account.program, account.file, now());
    await adapter.tick(40);
    const position = {
      ticket: 5000,
      symbol: "XAUUSD",
      type: "sell",
      volume: "0.3",
      open_time: brokerTime(10),
      open_price: "2650.1",
      sl: "0",
      tp: "2600",
      swap: "-1.5",
      profit: "7",
    };
    await adapter.world(
      await worldFile(`${account.number}-2.txt`, {
        ...account.world,
        open: [position],
        closed: historyOf(terminal, 4),
      }),
    );
    await adapter.trade();
    await adapter.tick(5);
    const { trades, account: row } = await stored(account.id);
    expect(trades).toHaveLength(4);
    expect(row?.positions).toMatchObject([
      { ticket: "5000", symbol: "XAUUSD", side: "short", volume: "0.3", stopLoss: null, takeProfit: "2600" },
    ]);
  });

  it("logs problems in plain words, waits longer each time, and recovers automatically", {
    timeout: 60_000,
  }, async () => {
    const account = await setUp(1, { allowed: "no" });
    const adapter = await start(account.program, account.file, now());
    expect(await adapter.tick(300)).toBeLessThanOrEqual(7);
    expect(adapter.log).toEqual([
      `Online monitoring: allow ${address} in Tools - Options - Expert Advisors - Allow WebRequest for listed URL`,
    ]);
    await adapter.world(
      await worldFile(`${account.number}-2.txt`, { ...account.world, facts: accountFields(account.number) }),
    );
    await adapter.tick(320);
    expect(adapter.log.at(-1)).toBe(`Online monitoring: connected, account ${account.number}`);
    expect((await stored(account.id)).trades).toHaveLength(1);
    // another account in the same terminal
    await adapter.world(
      await worldFile(`${account.number}-3.txt`, { ...account.world, facts: accountFields("999999") }),
    );
    await adapter.tick(120);
    expect(adapter.answers.at(-1)).toBe(409);
    expect(adapter.log.at(-1)).toMatch(/^Online monitoring: .*account/);
  });

  it("checks that the key belongs to the account before it sends anything, and again after an account switch", {
    timeout: 60_000,
  }, async () => {
    const account = await setUp(2, { account: "999999" });
    const adapter = await start(account.program, account.file, now());
    await adapter.tick(60);
    expect(adapter.answers.at(-1)).toBe(409);
    expect((await stored(account.id)).account).toMatchObject({ heardAt: null, balance: null, server: null });
    const right = await worldFile(`${account.number}-2.txt`, {
      ...account.world,
      facts: accountFields(account.number),
    });
    await adapter.world(right);
    await adapter.tick(60);
    expect((await stored(account.id)).trades).toHaveLength(2);
    await adapter.world(
      await worldFile(`${account.number}-3.txt`, {
        ...account.world,
        facts: accountFields("888888", { balance: "1", equity: "1" }),
      }),
    );
    await adapter.tick(120);
    expect(adapter.answers.at(-1)).toBe(409);
    expect((await stored(account.id)).account?.balance).toBe(123_456_000_000n);
    await adapter.world(right);
    await adapter.tick(60);
    expect(adapter.answers.at(-1)).toBe(200);
  });

  it("derives no offset from a clock that stands still or jumps, and finds it after a weekend", {
    timeout: 60_000,
  }, async () => {
    const account = await setUp(2);
    const stands = (more: Record) =>
      worldFile(`${account.number}-${crypto.randomUUID()}.txt`, {
        ...account.world,
        facts: accountFields(account.number, more),
      });
    // started on a weekend: the clock has no value, then that of Friday's last ticks
    const friday = brokerTime(100_000);
    const adapter = await start(account.program, await stands({ stands: "0" }), now());
    for (const last of [friday - 40_000, friday - 200, friday, friday]) {
      await adapter.world(await stands({ stands: String(last) }));
      await adapter.tick(15);
    }
    expect((await stored(account.id)).account).toMatchObject({ gmtOffset: 0, offsets: [] });
    expect((await stored(account.id)).trades).toHaveLength(0);
    // new ticks arrive
    await adapter.world(account.file);
    await adapter.tick(60);
    expect((await stored(account.id)).account?.gmtOffset).toBe(10_800);
    expect((await stored(account.id)).trades).toHaveLength(2);
  });

  it("sends what the terminal had not loaded yet, while a position is open", {
    timeout: 60_000,
  }, async () => {
    const open = {
      ticket: 5000,
      symbol: "XAUUSD",
      type: "sell",
      volume: "0.3",
      open_time: brokerTime(10),
      open_price: "2650.1",
      sl: "0",
      tp: "2600",
      swap: "-1.5",
      profit: "7",
    };
    const balance = terminal === "mq5" ? "1000.30" : "1000.30";
    const account = await setUp(1, { balance, loaded: 0 }, [open]);
    const adapter = await start(account.program, account.file, now());
    await adapter.tick(200);
    expect((await stored(account.id)).trades).toHaveLength(0);
    const all = { ...account.world, facts: accountFields(account.number, { balance }) };
    await adapter.world(await worldFile(`${account.number}-2.txt`, all));
    await adapter.tick(200);
    expect((await stored(account.id)).trades).toHaveLength(1);
    const { body } = await api.call(
      contract.statistics,
      { monitoringId: account.id },
      { token: account.token },
    );
    expect(body).toMatchObject({ opening: "0.00", deposits: "1000.00", trades: 1 });
  });

  it.runIf(terminal === "mq4")(
    "makes one trade of an order and its remainder after an opposite one closed it",
    {
      timeout: 60_000,
    },
    async () => {
      const account = await setUp(1);
      const [order] = historyOf(terminal, 1).filter(({ type }) => type === "buy");
      const rest = {
        ...order,
        ticket: 101,
        type: "sell",
        volume: "0",
        profit: "-0.5",
        comment: "close hedge by #100",
      };
      const world = { ...account.world, closed: [rest, ...account.world.closed] };
      const adapter = await start(account.program, await worldFile(`${account.number}-2.txt`, world), now());
      await adapter.tick(60);
      const { trades } = await stored(account.id);
      expect(trades.map(({ ticket, result }) => [ticket, result])).toEqual([["100", -100_000_000n]]);
    },
  );

  it("reports the lowest and the highest equity between two posts", { timeout: 60_000 }, async () => {
    const account = await setUp(1);
    const adapter = await start(account.program, account.file, now());
    await adapter.tick(60);
    for (const equity of ["1250.00", "1100.00", "1240.06"]) await adapter.equity(equity);
    api.pass({ minutes: 5 });
    await adapter.tick(70);
    const { body } = await api.call(
      contract.statistics,
      { monitoringId: account.id },
      { token: account.token },
    );
    expect(body.equity_absolute_drawdown).toBe("140.06");
    expect((await stored(account.id)).account).toMatchObject({ ping: 45_000 });
    api.pass({ minutes: -5 });
  });

  it("tracks the excursions of each position from opening to close, and reports gaps", {
    timeout: 60_000,
  }, async () => {
    const commonFields = { symbol: "EURUSD", volume: "0.1", magic: 7, swap: "-0.50" };
    const opened = (ticket: number, time: number, profit: string) => ({
      ...commonFields,
      ticket,
      type: "buy",
      open_time: time,
      open_price: "1.1",
      profit,
    });
    const closed = (ticket: number, time: number, profit: string): Record[] =>
      terminal === "mq4"
        ? [{ ...opened(ticket, time, profit), close_time: time + 30, close_price: "1.2" }]
        : [
            {
              ...commonFields,
              swap: "0",
              ticket,
              position: ticket,
              time,
              type: "buy",
              entry: "in",
              price: "1.1",
            },
            {
              ...commonFields,
              ticket: ticket + 1,
              position: ticket,
              time: time + 30,
              type: "sell",
              entry: "out",
              price: "1.2",
              profit,
            },
          ];
    const early = brokerTime(3600);
    const account = await setUp(1, {}, [opened(9_100, early, "-40.00")]);
    const adapter = await start(account.program, account.file, now());
    await adapter.tick(60);
    const late = brokerTime(0) + 61;
    const history = account.world.closed;
    for (const [index, profit] of ["-5.00", "8.00", "1.00"].entries()) {
      const open = [opened(9_100, early, "-90.00"), opened(9_200, late, profit)];
      await adapter.world(await worldFile(`${account.number}-${index}.txt`, { ...account.world, open }));
      await adapter.tick(1);
    }
    const done = [...history, ...closed(9_100, early, "-20.00"), ...closed(9_200, late, "3.00")];
    await adapter.world(await worldFile(`${account.number}-done.txt`, { ...account.world, closed: done }));
    api.pass({ minutes: 3 });
    await adapter.tick(130);
    api.pass({ minutes: -3 });
    const list = (await stored(account.id)).trades.filter(({ position }) => /^9\d00$/.test(position));
    expect(list.map(({ position, mae, mfe }) => [position, mae, mfe])).toEqual([
      ["9100", null, null],
      ["9200", -550_000_000n, 750_000_000n],
    ]);
    // the terminal has the confirmation, so it does not send closed positions again
    await adapter.tick(70);
    const [page] = (await api.call(contract.trades, { monitoringId: account.id }, { token: account.token }))
      .body.trades;
    expect(page).toMatchObject({ mae: "-5.50", mfe: "7.50" });
  });

  it("does not start without a key, and does not flood an unreachable address", {
    timeout: 60_000,
  }, async () => {
    const { number } = await newTerminal(api, (await api.newClient()).token);
    const file = await worldFile(`${number}-quiet.txt`, { facts: accountFields(number), closed: [] });
    const keyless = await start(await compile(terminal, ""), file, now());
    expect(keyless.init).toBe("32767");
    expect(await keyless.tick(60)).toBe(0);
    expect(keyless.log).toEqual(["Online monitoring: enter the account's activation key in the inputs"]);
    const lost = await start(
      await compile(terminal, "a-key-that-is-long-enough", "http://127.0.0.1:9"),
      file,
      now(),
    );
    expect(await lost.tick(3600)).toBeLessThanOrEqual(20);
    expect(lost.log).toHaveLength(1);
    expect(lost.log[0]).toMatch(/no connection to http:\/\/127\.0\.0\.1:9 \(error 5203\)/);
  });
});
