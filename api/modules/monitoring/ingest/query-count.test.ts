import { afterAll, beforeAll, expect, it } from "vitest";
import { dealsOf, newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { statementsOf } from "#api/testing/statements-of";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

/** Maximum number of statements, including begin and commit, for a post with closed trades, however many. */
const most = 17;

it("stores a post in a number of statements that does not grow with its deals", async () => {
  const { token } = await api.newClient();
  const { post } = await newTerminal(api, token);
  const seconds = () => Math.floor(api.deps.clock.now().getTime() / 1000);
  const state = (balance: number, open: string[]) => ({
    currency: "USD",
    gmt_offset: 0,
    time: seconds(),
    margin: "10",
    balance: String(balance),
    equity: String(balance + 5),
    positions: open.map((ticket) => ({
      ticket,
      symbol: "EURUSD",
      type: "buy",
      volume: "0.1",
      open_time: seconds(),
      open_price: "1.1",
      profit: "5",
    })),
    excursions: open.map((position) => ({ position, low: "-3", high: "8", whole: 1 })),
  });
  const history = dealsOf("500", ["10", "-5", "20"], { from: seconds() - 86_400 });
  await post({ ...state(525, ["900"]), deals: history });
  for (let again = 0; again < 3; again++) await post({ ...state(525, ["900"]), deals: history.slice(-1) });
  let balance = 525;
  for (const trades of [1, 6]) {
    api.pass({ minutes: 1 });
    const first = 1_000 * trades;
    const deals = Array.from({ length: trades }, (_, index) => {
      const position = String(first + 2 * index);
      const baseDeal = {
        position,
        symbol: "EURUSD",
        volume: "0.1",
        price: "1.1",
        time: seconds() - 600 + index,
      };
      return [
        { ...baseDeal, ticket: position, type: "buy", entry: "in", profit: "0" },
        { ...baseDeal, ticket: String(first + 2 * index + 1), type: "sell", entry: "out", profit: "1" },
      ];
    }).flat();
    balance += trades;
    const statements = await statementsOf(async () => {
      const answer = await post({ ...state(balance, ["900"]), deals });
      expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    });
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(most);
  }
});
