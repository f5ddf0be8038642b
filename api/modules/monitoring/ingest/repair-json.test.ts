import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ingestMaxDeals } from "#contract/monitoring/index";
import { brokerTime } from "./fields";
import { parsePost } from "./parse";
import { readJson } from "./repair-json";

const read = (text: string) => readJson(new TextEncoder().encode(text));
const now = Date.UTC(2026, 2, 2);
/** Integers outside JavaScript's safe range become texts, as in `JSON.stringify`. */
const asText = (value: unknown) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(JSON.stringify(value))
    ? JSON.stringify(value)
    : value;

describe("repair of malformed JSON", () => {
  it.each([
    ['{"a":1}\0', { a: 1 }],
    ['\uFEFF{"a":1}\0\0\r\n', { a: 1 }],
    ['{"a":nan,"b":-inf,"c":[NaN,1]}', { a: "nan", b: "-inf", c: ["NaN", 1] }],
    ['{"a":-nan(ind),"b":1.#INF}', { a: "-nan(ind)", b: "1.#INF" }],
    ['{"server":"Broker "Gold" Ltd","b":2}', { server: 'Broker "Gold" Ltd', b: 2 }],
    ['{"server":"Broker "Gold"","b":2}', { server: 'Broker "Gold"', b: 2 }],
    ['{"comment":"a "b", c","d":nan}', { comment: 'a "b", c', d: "nan" }],
    ['{"path":"C:\\dir\\x","b":nan}', { path: "C:\\dir\\x", b: "nan" }],
    ['{"line":"a\nb","b":nan}', { line: "a\nb", b: "nan" }],
    [
      '{"ticket":9007199254740993,"a":[-9007199254740995]}',
      { ticket: "9007199254740993", a: ["-9007199254740995"] },
    ],
    ['{"ticket":9007199254740993,"a":nan}', { ticket: "9007199254740993", a: "nan" }],
    [
      '{"9007199254740993":"9007199254740993 \\" 1","b":0.1234567890123456}',
      { "9007199254740993": '9007199254740993 " 1', b: 0.1234567890123456 },
    ],
  ])("reads %j", (text, value) => expect(read(text)).toEqual(value));

  it("does not guess ambiguous input", () => {
    for (const text of ["", "[1", '{"a":}', "hello", "{'a':1}"])
      expect(() => read(text), text).toThrow(SyntaxError);
  });

  it("reads every valid JSON unchanged, also next to bare non-numbers", () =>
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, text) => {
        expect(read(`${json}\0`)).toEqual(JSON.parse(json, (_key, one: unknown) => asText(one)));
        const value = { [text]: text, list: [text, 1, null, true, { text }] };
        expect(read(`{"bad":nan,"value":${JSON.stringify(value)}}`)).toEqual({ bad: "nan", value });
      }),
    ));

  it("reads deep and long bodies quickly", () => {
    const deep = `{"account":"1","x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    expect(parsePost(read(deep), now)?.account).toBe("1");
    const quotes = `{"a":nan,"b":"${'"'.repeat(100_000)}","c":1}`;
    const started = performance.now();
    expect(read(quotes)).toMatchObject({ c: 1 });
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe("times of the broker's clock", () => {
  it.each([
    [1_730_000_000, 1_730_000_000_000],
    ["1730000000", 1_730_000_000_000],
    [1_730_000_000_123, 1_730_000_000_123],
    ["2024.10.27 03:33:20", 1_730_000_000_000],
    ["2024.10.27 03:33", 1_729_999_980_000],
    ["2024.10.27", 1_729_987_200_000],
    ["2024.02.30 00:00:00", null],
    ["yesterday", null],
    [-5, null],
  ])("reads %s", (value, time) => expect(brokerTime(value)).toBe(time));
});

describe("parsePost", () => {
  const body = {
    account: 250997,
    gmt_offset: "10800",
    balance: 627.71,
    equity: "627.71",
    positions: [
      {
        ticket: 5,
        symbol: "EURUSD",
        type: "BUY",
        volume: "0.1",
        open_time: 1730010800,
        open_price: 1.1,
        sl: 0,
        tp: "1.2",
        profit: -3,
      },
    ],
    deals: [
      { ticket: 1, time: "2024.10.27 06:33:20", type: "balance", profit: "500" },
      {
        ticket: 2,
        time: 1730010800,
        type: "buy",
        entry: "in",
        position: 7,
        symbol: "EURUSD",
        volume: 0.1,
        price: "1.1",
      },
      {
        ticket: 3,
        time: 1730010800,
        type: "sell",
        entry: "out",
        position: 7,
        symbol: "EURUSD",
        volume: 0.1,
        profit: "nan",
      },
    ],
  };

  it("reads numbers as strings and strings as numbers, in UTC", () => {
    const post = parsePost(body, now);
    expect(post).toMatchObject({
      account: "250997",
      clock: { gmtOffset: 10_800 },
      state: { balance: 62_771_000_000n, freeMargin: 62_771_000_000n },
    });
    expect(post?.operations).toMatchObject([
      { ticket: "1", time: 1_730_000_000_000, amount: 50_000_000_000n },
    ]);
    expect(post?.positions).toMatchObject([
      { side: "long", stopLoss: null, takeProfit: 120_000_000n, openTime: 1_730_000_000_000 },
    ]);
  });

  it("rejects invalid fields one by one, and accepts the rest", () => {
    const post = parsePost(body, now);
    expect(post?.deals.map(({ ticket }) => ticket)).toEqual(["2"]);
    expect(post?.rejected).toEqual({ "deals.2.profit": "fieldNotNumber" });
    expect(parsePost({ account: "1", balance: "inf", equity: 1 }, now)).toMatchObject({
      state: null,
      rejected: { balance: "fieldNotNumber" },
    });
    expect(parsePost({ balance: "1" }, now)).toMatchObject({
      account: null,
      rejected: { account: "fieldMissing", equity: "fieldMissing" },
    });
  });

  it("never throws, whatever the body is", () =>
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (anything, list) => {
        parsePost(anything, now);
        parsePost(
          {
            account: anything,
            deals: [anything, list],
            positions: [anything],
            time: list,
            balance: list,
            equity: anything,
          },
          now,
        );
      }),
    ));
});

it("parsePost takes the oldest deals if there are too many, in whichever order they are listed", () => {
  const deal = (index: number) => ({
    ticket: index + 1,
    time: 1_730_000_000 + index,
    type: "balance",
    profit: 1,
  });
  const deals = Array.from({ length: ingestMaxDeals + 10 }, (_, index) => deal(index));
  for (const list of [deals, deals.toReversed()]) {
    const post = parsePost({ account: "1", deals: list }, now);
    const tickets = (post?.operations ?? []).map(({ ticket }) => Number(ticket));
    expect(tickets).toHaveLength(ingestMaxDeals);
    expect(Math.max(...tickets)).toBe(ingestMaxDeals);
  }
});
