import { afterAll, beforeAll, expect, test } from "vitest";
import { article, dealsOf, newTerminal } from "#api/areas/monitoring/testing";
import type { TestApi } from "#api/service/testing";
import { testApi } from "#api/service/testing";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("the list says of an account what its page says, the month that is not over included", async () => {
  const { token } = await api.newClient();
  const { id, post } = await newTerminal(api, token);
  const now = Math.floor(api.parts.clock.now().getTime() / 1000);
  const deals = [
    ...dealsOf("5000", article.slice(0, 20)),
    ...dealsOf("100", article.slice(20), { firstTicket: 100, from: now - 86_400 }),
  ];
  await post({ currency: "USD", balance: "5127.71", equity: "5127.71", deals });
  const { body: list } = await api.call(contract.accountList, {}, { token });
  const { body: page } = await api.call(contract.statistics, { id }, { token });
  const [row] = list.accounts;
  expect(row?.profitPercent).toEqual(expect.any(Number));
  expect([row?.profitPercent, row?.drawdownPercent]).toEqual([
    page.profit_percent,
    page.relative_drawdown?.percent,
  ]);
});
