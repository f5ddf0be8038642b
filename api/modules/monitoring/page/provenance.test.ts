import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cardSvg, provenanceLayout } from "#api/modules/monitoring/picture/card";
import { textPath, wrapped } from "#api/modules/monitoring/picture/text-path";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { readBrand } from "#contract/branding/brand";
import { languages } from "#contract/languages";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const state = (balance: string, currency = "USD") => ({
  server: "Broker-Demo",
  currency,
  gmt_offset: 0,
  positions: [],
  balance,
  equity: balance,
  margin: "0",
  free_margin: balance,
});
const file = `Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment
2025.11.03 10:00;Buy;0.10;GBPUSD;1.1;;;2025.11.03 11:00;1.2;;;5.00;
2025.11.04 10:00;Buy;0.20;GBPUSD;1.1;;;2025.11.04 11:00;1.2;;;7.00;
`;

/** Creates a terminal that lists a top-up of 50 and two trades of an account with a balance of 5,150. */
async function setUp(currency = "USD") {
  const { token } = await api.newClient();
  const terminal = await newTerminal(api, token);
  const deals = dealsOf("50", ["60", "40"]);
  await terminal.post({ ...state("5150", currency), deals });
  await terminal.post({ ...state("5150", currency), deals: [] });
  const { id } = terminal;
  const read = async (language: "en" | "ru" = "en", viewer: { token?: string } = { token }) => {
    const options = { ...viewer, language };
    const { body: statistics } = await api.call(contract.statistics, { monitoringId: id }, options);
    const csv = await (await api.call(contract.tradesCsv, { monitoringId: id }, options)).response.text();
    const svg = await (await api.call(contract.badge, { monitoringId: id }, options)).response.text();
    const badge = /<title>(.*)<\/title>/.exec(svg)?.[1];
    const { body: charts } = await api.call(contract.charts, { monitoringId: id }, options);
    const { body: trades } = await api.call(contract.trades, { monitoringId: id }, options);
    return { statistics, csv: csv.trim().split("\r\n"), badge, charts, trades };
  };
  const upload = async () => {
    const options = { token };
    const input = { monitoringId: id, file: new File([file], "history.csv"), zone: "UTC+00:00" };
    const { body } = await api.call(contract.uploadStatement, input, options);
    const { importId } = body;
    const until = (expectedState: string) =>
      vi.waitFor(async () =>
        expect(
          (await api.call(contract.readImport, { monitoringId: id, importId }, options)).body.state,
        ).toBe(expectedState),
      );
    await until("ready");
    await api.call(contract.confirmImport, { monitoringId: id, importId }, options);
    await until("imported");
  };
  const share = (showMoney: boolean) =>
    api.call(contract.setSharing, { monitoringId: id, visibility: "public", showMoney }, { token });
  return { ...terminal, token, deals, read, upload, share };
}

describe("provenance of the figures", () => {
  it("is one sentence, the same in JSON, CSV and badge", async () => {
    const { read, upload, share, deals, post } = await setUp();
    await share(true);
    const since = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
    const day = since.format(api.deps.clock.now());
    const provenance = async () => (await read()).statistics.origin.text;
    expect(await provenance()).toBe(
      `2 trades from the terminal, first connected on ${day}; opening balance $5,000.00; reconciles to the cent`,
    );
    await upload();
    const text = `2 trades from the terminal, first connected on ${day}; 2 earlier from a file; opening balance $4,988.00; reconciles to the cent`;
    const { statistics, csv, badge } = await read();
    expect(statistics.origin).toMatchObject({ text, terminal: 2, file: 2, file_before: true });
    expect(csv[1]).toBe(`,,,,,2025-11-03T10:00:00.000Z,,,,,,,opening,4988.00,,,"${text}"`);
    expect(badge).toContain(text);
    expect((await read("ru")).statistics.origin.text.replace(/\s/g, " ")).toMatch(
      /^2 сделки из терминала, подключённого .+; ранее из файла — 2; начальный баланс 4 988,00 \$; история сходится с балансом до цента$/,
    );
    await post({ ...state("5150"), deals: [{ ...deals[2], profit: "61" }] });
    expect(await provenance()).toContain("; 1 trade changed later; ");
    await post({ ...state("5150"), deals: [{ ...deals[4], profit: "39" }] });
    expect(await provenance()).toContain("; 2 trades changed later; ");
  });

  it("names the sum that does not reconcile, and between which days", async () => {
    const { read, post, token, id } = await setUp();
    for (let index = 0; index < 4; index++) {
      api.pass({ minutes: 3 });
      await post({ ...state("5162.30"), deals: [] });
    }
    const { statistics, badge } = await read();
    expect(statistics.origin.text).toMatch(/; off by \$12\.30 (on|between) /);
    await api.call(
      contract.setSharing,
      { monitoringId: id, visibility: "public", showMoney: false },
      { token },
    );
    const hidden = await read("en", {});
    expect(hidden.statistics.origin.text).toMatch(/; does not reconcile$/);
    expect(badge).toMatch(/does not reconcile$/);
    expect(JSON.stringify(hidden)).not.toMatch(/5,0|5000|5150|12\.30/);
  });

  it("reveals no money in a badge that others may receive from the cache", async () => {
    const { read, share } = await setUp();
    await share(false);
    expect((await read()).badge).not.toMatch(/5,000/);
    expect((await read()).statistics.origin.text).toMatch(/5,000/);
    await share(true);
    expect((await read("en", {})).badge).toMatch(/5,000/);
  });

  it("fits into the picture in Russian too, whose words are longer", () => {
    const origin =
      "588 сделок из терминала, впервые подключённого 28 сент. 2025 г.; ранее из файла — 12; начальный баланс 1 000,00 $; история сходится с балансом до цента";
    const { size, width, lines: most } = provenanceLayout;
    expect(wrapped(origin, size, width, most).join(" ")).toBe(origin);
  });

  it("appears in the picture, in as many lines as fit", () => {
    const brand = readBrand({});
    const origin =
      "588 trades from the terminal, first connected on 28 Sep 2025; 12 earlier from a file; opening balance $1,000.00";
    const { size, width, lines: most, top, leading } = provenanceLayout;
    const lines = wrapped(`${origin}; reconciles to the cent`, size, width, most);
    expect(lines.join(" ")).toBe(`${origin}; reconciles to the cent`);
    expect(lines.length).toBeLessThanOrEqual(most);
    const svg = cardSvg({
      title: "Trend",
      subtitle: "",
      span: null,
      brand,
      language: "en",
      values: {},
      growth: [],
      origin: `${origin}; reconciles to the cent`,
    });
    for (const [index, line] of lines.entries())
      expect(svg).toContain(
        textPath(line, {
          x: 1140,
          y: top + index * leading,
          size,
          color: brand.band["band-muted"],
          anchor: "end",
        }),
      );
    expect(wrapped("word ".repeat(90), size, width, most)).toHaveLength(most);
  });

  it("states no opening balance of an account without any data", async () => {
    const { token } = await api.newClient();
    const { id } = await newTerminal(api, token);
    const { body } = await api.call(contract.statistics, { monitoringId: id }, { token });
    expect(body.origin.text).toBe("No trades yet");
    expect(body).toMatchObject({ opening: null, balance: null, max_balance: null, trades: 0 });
    expect(body.reasons).toMatchObject({ opening: "noOpening", balance: "noOpening" });
  });

  it("states of a period without trades that it has none, and nothing more of one before the history", async () => {
    const account = await setUp();
    const read = async (from: string, to: string) => {
      const input = { monitoringId: account.id, from, to };
      return (await api.call(contract.statistics, input, { token: account.token })).body;
    };
    const before = await read("2020-01-01", "2020-02-01");
    expect(before.origin.text).toBe("no trades in this period");
    expect(before).toMatchObject({ balance: null, max_balance: null, opening: null, trades: 0 });
    expect(before.reasons).toMatchObject({
      balance: "notBegun",
      max_balance: "notBegun",
      opening: "notBegun",
    });
    const after = await read("2026-02-01", "2026-02-28");
    expect(after.origin.text).toMatch(/^no trades in this period; opening balance \$5,150\.00/);
    expect(after).toMatchObject({ balance: "5150.00", max_balance: "5150.00", opening: "5150.00" });
  });

  it("is never called verified, in either language", async () => {
    /** Keys about email addresses, and the provenance page's disclaimer. */
    const excludedKeys = ["emailNotVerified", "notVerified"];
    const about = /^(statistics|origin|monitoring|accounts|guide|import|sharing|settings)\.json$/;
    for (const language of languages) {
      const folder = join(process.cwd(), "locales", language);
      const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(json|md)$/.test(name));
      expect(files.length).toBeGreaterThan(30);
      for (const name of files) {
        const text = await readFile(join(folder, name), "utf8");
        const texts: [string, string][] = name.endsWith(".md")
          ? [["", text]]
          : Object.entries(JSON.parse(text));
        for (const [key, provenance] of texts) {
          if (excludedKeys.includes(key)) continue;
          expect(provenance, `${language}/${name} ${key}`).not.toMatch(/\bverified\b|верифиц/i);
          if (about.test(name))
            expect(provenance, `${language}/${name} ${key}`).not.toMatch(/подтвержд[её]н(?!и)|провере?н/i);
        }
      }
    }
  });
});

describe("the opening balance", () => {
  it("is a row of the trades in its place, and the start of the charts", async () => {
    const { read, id, token } = await setUp();
    const openingTime = new Date(start * 1000).toISOString();
    const { trades, charts, csv } = await read();
    expect(trades.opening).toEqual({ at: openingTime, balance: "5000.00" });
    expect(charts.opening).toEqual({ at: openingTime, balance: "5000.00" });
    expect(charts.balance?.[0]).toEqual([start * 1000, 5000]);
    expect(charts.growth[0]).toEqual([start * 1000, 0]);
    // a fraction of the balance before, to eight decimals rather than to the last bit of a double
    expect(trades.trades.map(({ resultPercent }) => resultPercent)).toEqual([0.00782779, 0.01188119]);
    expect(csv).toHaveLength(4);
    expect(csv.slice(2).map((line) => line.split(",").at(-4))).toEqual(["5110.00", "5150.00"]);
    // in another order its position would be arbitrary
    const list = (sort: contract.TradeSort, direction: "asc" | "desc", from?: string) =>
      api.call(contract.trades, { monitoringId: id, sort, direction, from }, { token });
    expect((await list("closed", "asc")).body.opening).toEqual({ at: openingTime, balance: "5000.00" });
    expect((await list("result", "asc")).body.opening).toBeNull();
    // of a later period: the balance by then
    expect((await list("closed", "desc", "2026-01-06")).body.opening).toEqual({
      at: "2026-01-06T00:00:00.000Z",
      balance: "5150.00",
    });
  });

  it("appears on one page only, and not at all if a history begins with the account", async () => {
    const { token } = await api.newClient();
    const { id, post } = await newTerminal(api, token);
    const deals = dealsOf(
      "100",
      Array.from({ length: 45 }, () => "1"),
    );
    await post({ ...state("1145"), deals });
    await post({ ...state("1145"), deals: [] });
    const openings = async (direction: "asc" | "desc") =>
      Promise.all(
        [1, 2, 3].map(
          async (page) =>
            (await api.call(contract.trades, { monitoringId: id, direction, page }, { token })).body.opening
              ?.balance,
        ),
      );
    expect(await openings("desc")).toEqual([undefined, undefined, "1000.00"]);
    expect(await openings("asc")).toEqual(["1000.00", undefined, undefined]);
    const other = await api.newClient();
    const completeTerminal = await newTerminal(api, other.token);
    await completeTerminal.post({ ...state("145"), deals });
    const options = { token: other.token };
    expect(
      (await api.call(contract.trades, { monitoringId: completeTerminal.id }, options)).body.opening,
    ).toBeNull();
    expect(
      (await api.call(contract.charts, { monitoringId: completeTerminal.id }, options)).body.opening,
    ).toBeNull();
  });

  it("has no amount if money is hidden", async () => {
    const { read, share } = await setUp();
    await share(false);
    const { trades, charts, csv } = await read("en", {});
    const opening = { at: new Date(start * 1000).toISOString() };
    expect([trades.opening, charts.opening]).toEqual([opening, opening]);
    expect(csv.join("\n")).not.toMatch(/5000|5,000|5150/);
  });

  it("in yen has no decimals", async () => {
    const { read } = await setUp("JPY");
    const { trades, charts, csv, statistics } = await read();
    expect(trades.opening?.balance).toBe("5000");
    expect(statistics.origin.text).toContain("opening balance ¥5,000;");
    expect(charts.months[0]?.net).toBe("100");
    expect(charts.symbols.map(({ net }) => net)).toEqual(["40", "60"]);
    expect(csv.slice(2).join()).not.toMatch(/\d\.00,/);
  });
});
