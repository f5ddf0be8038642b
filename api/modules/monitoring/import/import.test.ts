import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { monitoringTrades } from "#api/db/schema/monitoring-history";
import { monitoringImports } from "#api/db/schema/monitoring-notices";
import type { History } from "#api/modules/monitoring/statistics/history";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { writers } from "#tools/statement-generators/index";
import { writeMt4Statement } from "#tools/statement-generators/mt4-statement";
import { expireImports } from "./jobs";
import { histories, importingAccount, zone } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const writing = { minutes: 180, cancelled: 2 };
const text = (content: string) => new File([content], "history.csv");

async function generated(
  kind: string,
  history: History,
  name = `report.${writers[kind]?.extension}`,
): Promise<File> {
  const bytes = await writers[kind]?.write(history, writing);
  if (!bytes) throw new Error(kind);
  return new File([new Uint8Array(bytes)], name);
}

const sample = (seed: number): History => {
  const found = fc.sample(histories, { seed, numRuns: 30 }).find(({ trades }) => trades.length > 8);
  if (!found) throw new Error("no sample");
  return found;
};

const setUp = () => importingAccount(api);

describe("uploaded statement", () => {
  it.each(Object.keys(writers))(
    "of the kind %s is previewed, then imported on confirmation, once",
    async (kind) => {
      const account = await setUp();
      const whole = sample(7);
      const history = writers[kind]?.hasTradesOnly ? { ...whole, operations: [] } : whole;
      const { body, status } = await account.upload(await generated(kind, history));
      expect(status).toBe(200);
      const before = await account.settled(body.importId);
      expect(before).toMatchObject({ state: "ready", problem: null, addedTrades: 0 });
      expect(before.preview).toMatchObject({
        format: writers[kind]?.format,
        trades: history.trades.length,
        operations: history.operations.length,
        knownTrades: 0,
      });
      expect((await account.figures()).trades).toBe(0);
      expect((await account.finish(body.importId)).status).toBe(200);
      expect(await account.settled(body.importId)).toMatchObject({
        state: "imported",
        addedTrades: history.trades.length,
        addedOperations: history.operations.length,
      });
      const figures = await account.figures();
      expect(figures.trades).toBe(history.trades.length);
      expect((await account.finish(body.importId)).status).toBe(200);
      await runDueJobs(api.deps);
      expect(await account.figures()).toEqual(figures);
      // the same file again has nothing new
      const again = await account.upload(await generated(kind, history));
      const known = await account.settled(again.body.importId);
      expect(known.preview).toMatchObject({
        knownTrades: history.trades.length,
        knownOperations: history.operations.length,
      });
      await account.finish(again.body.importId);
      expect(await account.figures()).toEqual(figures);
    },
  );

  it("that starts in the middle: its opening balance is previewed and counts in the figures", async () => {
    const account = await setUp();
    const depositTime = Date.UTC(2026, 2, 2, 8);
    const [trade] = sample(7).trades;
    if (!trade) throw new Error("no trade");
    const costs = { swap: 0n, commission: 0n, fee: 0n, taxes: 0n };
    const history = {
      ...sample(7),
      trades: [
        {
          ...trade,
          ...costs,
          openTime: depositTime + 3_600_000,
          closeTime: depositTime + 7_200_000,
          profit: 10_300_000_000n,
        },
      ],
      operations: [
        {
          ticket: "1",
          time: depositTime,
          type: "balance" as const,
          amount: 5_000_000_000n,
          comment: "Top-up",
        },
      ],
    };
    const page = writeMt4Statement(history, { minutes: 0, cancelled: 0, opening: 510_000_000_000n });
    const { body } = await account.upload(new File([new Uint8Array(page)], "statement.htm"));
    const { preview } = await account.settled(body.importId);
    expect(preview).toMatchObject({ opening: "5100.00", gapCount: 0, gaps: [] });
    await account.finish(body.importId);
    const figures = await account.figures();
    // 103 on 5,150, not on the initial deposit of 50
    expect(figures.growth).toBeCloseTo(0.02, 6);
    expect(figures.balance).toBe("5253.00");
  });

  it("of an account in yen is shown without decimals", async () => {
    const account = await setUp();
    const whole = sample(7);
    const history = { ...whole, account: { ...whole.account, currency: "JPY" } };
    const page = writeMt4Statement(history, { minutes: 0, cancelled: 0, opening: 510_000_000_000n });
    const { body } = await account.upload(new File([new Uint8Array(page)], "statement.htm"));
    const { preview } = await account.settled(body.importId);
    expect(preview?.opening).toBe("5100");
    for (const { says, computed } of preview?.reconciliation ?? [])
      expect(`${says ?? 0} ${computed}`).toMatch(/^-?\d+ -?\d+$/);
  });

  it("shows to the cent where the file and its own rows differ", async () => {
    const account = await setUp();
    const bytes = await writers["mt4-statement"]?.write(sample(7), writing);
    const page = new TextDecoder()
      .decode(bytes)
      .replace(/(<b>Balance:<\/b><\/td><td colspan=2 class=mspt><b>)[^<]+/, "$11 000.00");
    const { body } = await account.upload(new File([page], "statement.htm"));
    const line = (await account.settled(body.importId)).preview?.reconciliation.find(
      ({ figure }) => figure === "balance",
    );
    expect(line?.says).toBe("1000.00");
    expect(Number(line?.difference)).toBeCloseTo(Number(line?.computed) - 1000, 2);
    expect(line?.difference).not.toBe("0.00");
  });

  it("warns if the balance implies a larger sum before the first deposit than that deposit", async () => {
    const account = await setUp();
    const bytes = await writers["mt4-statement"]?.write(sample(7), writing);
    const page = (balance: string) =>
      new TextDecoder()
        .decode(bytes)
        .replace(/(<b>Balance:<\/b><\/td><td colspan=2 class=mspt><b>)[^<]+/, `$1${balance}`);
    const warningsOf = async (text: string) => {
      const { body } = await account.upload(new File([text], "statement.htm"));
      return (await account.settled(body.importId)).preview?.warnings;
    };
    expect(await warningsOf(new TextDecoder().decode(bytes))).not.toContain("doubtfulOpening");
    expect(await warningsOf(page("99 000 000 000.00"))).toContain("doubtfulOpening");
  });

  it("warns of another account, another currency and times in the future", async () => {
    const account = await setUp();
    await account.post({ currency: "EUR", balance: "1", equity: "1" });
    const { body } = await account.upload(await generated("mt4-statement", sample(7)));
    expect((await account.settled(body.importId)).preview?.warnings).toEqual([
      "otherNumber",
      "otherCurrency",
      "future",
    ]);
  });
});

describe("merging of statements", () => {
  const head = "Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment\n";
  const formatTime = (time: number) =>
    new Date((time + 3 * 3600) * 1000).toISOString().slice(0, 19).replace("T", " ").replaceAll("-", ".");
  /** The same trades as `dealsOf` sends, in the format of a signal's page: without tickets. */
  const signalOf = (deposit: string, results: string[]) =>
    head +
    [
      `${formatTime(start)};Balance;;;;;;;;;;${deposit};`,
      ...results.map((profit, index) => {
        const time = start + (index + 1) * 3600;
        return `${formatTime(time - 1800)};Buy;0.10;${index % 3 ? "eurusd" : "xauusd"};1.1;;;${formatTime(time)};1.1;;;${profit};`;
      }),
    ]
      .reverse()
      .join("\n");

  const results = ["10.00", "-5.00", "7.00", "7.00"];
  const state = { balance: "519", equity: "519" };

  it("does not duplicate what the terminal sent, whatever its tickets", async () => {
    const account = await setUp();
    await account.post({ ...state, deals: dealsOf("500", results) });
    const figures = await account.figures();
    const { body } = await account.upload(text(signalOf("500", [...results, "3.00"])));
    expect((await account.settled(body.importId)).preview).toMatchObject({
      trades: 5,
      knownTrades: 4,
      operations: 1,
      knownOperations: 1,
    });
    await account.finish(body.importId);
    expect(await account.figures()).toMatchObject({
      trades: 5,
      net_profit: "22.00",
      deposits: figures.deposits,
    });
  });

  it("yields to the terminal's rows that arrive after the file", async () => {
    const account = await setUp();
    const { body } = await account.upload(text(signalOf("500", ["1.50", ...results])));
    await account.finish(body.importId);
    expect((await account.figures()).trades).toBe(5);
    // the terminal knows its own four, which are an hour later in the file's order
    const deals = dealsOf("500", ["1.50", ...results]).slice(0, -2);
    await account.post({ ...state, deals });
    expect(await account.figures()).toMatchObject({ trades: 5, net_profit: "20.50", deposits: "500.00" });
    const rows = await api.db.select({ source: monitoringTrades.source }).from(monitoringTrades);
    expect(rows.filter(({ source }) => source === "terminal").length).toBeGreaterThanOrEqual(4);
    // and the terminal continues from its own last deal
    expect((await account.post({ ...state })).body).toMatchObject({
      deals_from: String(deals.at(-1)?.ticket),
    });
  });

  it("recognizes MetaTrader 5's deals by their tickets", async () => {
    const account = await setUp();
    const history = sample(9);
    const first = history.trades.find(({ closeTime }) => closeTime < Date.UTC(2026, 1, 25));
    if (!first) throw new Error("no trade");
    const baseDeal = {
      symbol: first.symbol,
      volume: String(Number(first.volume) / 1e8),
      price: "1.1",
      position: first.position,
    };
    await account.post({
      deals: [
        {
          ...baseDeal,
          ticket: `${first.ticket}0`,
          time: (first.openTime ?? 0) / 1000,
          type: first.side === "long" ? "buy" : "sell",
          entry: "in",
        },
        {
          ...baseDeal,
          ticket: first.ticket,
          time: first.closeTime / 1000,
          type: first.side === "long" ? "sell" : "buy",
          entry: "out",
          profit: "1.23",
        },
      ],
    });
    const { body } = await account.upload(await generated("mt5-report-html", history));
    expect((await account.settled(body.importId)).preview).toMatchObject({ knownTrades: 1 });
    await account.finish(body.importId);
    const rows = await api.db
      .select()
      .from(monitoringTrades)
      .where(eq(monitoringTrades.ticket, first.ticket));
    const own = rows.filter(({ profit }) => profit === 123_000_000n);
    expect(own).toHaveLength(1);
    expect((await account.figures()).trades).toBe(history.trades.length);
  });

  it("keeps the parts of a position under one ticket, days apart and in several files", async () => {
    const account = await setUp();
    const heading =
      "ticket,opening_time_utc,closing_time_utc,type,lots,symbol,opening_price,closing_price,commission_usd,swap_usd,profit_usd";
    const part = (day: string, profit: string) =>
      `123,2026-05-01T09:00:00,2026-05-${day}T12:00:00,buy,0.10,EURUSD,1.1,1.2,0,0,${profit}`;
    const parts = [part("02", "10.00"), part("03", "25.00"), part("20", "7.00"), part("21", "7.00")];
    const list = (...rows: (string | undefined)[]) => text([heading, ...rows].join("\n"));
    const importFile = async (file: File) => {
      const { body } = await account.upload(file);
      const { preview } = await account.settled(body.importId);
      await account.finish(body.importId);
      return preview;
    };
    expect(await importFile(list(parts[0]))).toMatchObject({ trades: 1, knownTrades: 0 });
    expect(await importFile(list(parts[1], parts[0]))).toMatchObject({ trades: 2, knownTrades: 1 });
    // the first parts are outside this file's time range, but their tickets are still known
    expect(await importFile(list(parts[2]))).toMatchObject({ trades: 1, knownTrades: 0 });
    expect(await importFile(list(...parts))).toMatchObject({ trades: 4, knownTrades: 3 });
    expect(await importFile(list(...parts.toReversed()))).toMatchObject({ trades: 4, knownTrades: 4 });
    expect(await account.figures()).toMatchObject({ trades: 4, net_profit: "49.00" });
  });

  it("keeps equal trades of one file apart", async () => {
    const account = await setUp();
    const row = `${formatTime(start)};Buy;0.10;EURUSD;1.1;;;${formatTime(start + 60)};1.2;;;5.00;\n`;
    const { body } = await account.upload(text(head + row + row + row));
    await account.finish(body.importId);
    expect(await account.figures()).toMatchObject({ trades: 3, net_profit: "15.00" });
  });
});

describe("rejected statements", () => {
  it("names line and column under the file, in the viewer's language, and stores nothing", async () => {
    const account = await setUp();
    const file = text(
      `Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit\n2026.01.01 00:00:00;Buy;0.1;X;1;;;2026.01.01 01:00:00;1;;;abc\n`,
    );
    const en = await account.upload(file);
    expect(en.status).toBe(422);
    expect(en.error.fields).toEqual({ file: "Line 2, column 12 (Profit): “abc” is not a number" });
    const ru = await api.call(
      contract.uploadStatement,
      { monitoringId: account.id, file, zone },
      { token: account.token, language: "ru" },
    );
    expect(ru.error.fields?.file).toBe("Строка 2, столбец 12 (Profit): «abc» — не число");
    expect((await account.figures()).trades).toBe(0);
    expect((await account.upload(text(""))).error.fields).toEqual({
      file: "The file is empty. Choose another one",
    });
    expect((await account.upload(text("hello"))).error.fields?.file).toMatch(
      /^We can't import this kind of file/,
    );
    expect((await account.upload(text("hello"), "Mars")).error.fields).toEqual({
      zone: "Choose a time zone from the list",
    });
  });

  it("answers a stranger the same as for a missing import", async () => {
    const account = await setUp();
    const stranger = await api.newClient();
    const otherTerminal = await newTerminal(api, stranger.token);
    const { body } = await account.upload(await generated("fx-blue", sample(7)));
    for (const endpoint of [contract.readImport, contract.confirmImport, contract.discardImport]) {
      const answer = await api.call(
        endpoint,
        { monitoringId: account.id, importId: body.importId },
        { token: stranger.token },
      );
      expect(answer.status).toBe(404);
      expect(
        (
          await api.call(
            endpoint,
            { monitoringId: otherTerminal.id, importId: body.importId },
            { token: stranger.token },
          )
        ).status,
      ).toBe(404);
    }
    expect((await account.settled(body.importId)).state).toBe("ready");
  });

  it("removes an upload that is discarded, replaced or a day old, with its file", async () => {
    const account = await setUp();
    const file = () => generated("fx-blue", sample(7));
    const first = (await account.upload(await file())).body.importId;
    const second = (await account.upload(await file())).body.importId;
    expect(
      (
        await api.call(
          contract.readImport,
          { monitoringId: account.id, importId: first },
          { token: account.token },
        )
      ).status,
    ).toBe(404);
    await api.call(
      contract.discardImport,
      { monitoringId: account.id, importId: second },
      { token: account.token },
    );
    expect((await account.finish(second)).status).toBe(404);
    const third = (await account.upload(await file())).body.importId;
    const rowOf = async () =>
      (await api.db.select().from(monitoringImports).where(eq(monitoringImports.id, third)))[0];
    const fileId = (await rowOf())?.fileId ?? "";
    expect(await api.deps.files.open(fileId)).not.toBeNull();
    api.pass({ days: 2 });
    await expireImports.handle({}, api.deps);
    expect(await rowOf()).toBeUndefined();
    await runDueJobs(api.deps);
    expect(await api.deps.files.open(fileId)).toBeNull();
  });
});
