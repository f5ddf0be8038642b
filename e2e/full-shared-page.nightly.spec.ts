import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "@playwright/test";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import { apiClient } from "./support/api";
import { untilItAnswers } from "./support/global-setup";
import { localeState } from "./support/locale-state";
import { post } from "./support/monitoring";
import type { OwnCabinet } from "./support/own-cabinet";
import { ownCabinet } from "./support/own-cabinet";

const id = "demo-trend-following";
const address = `/online-monitoring/${id}`;
const dayMilliseconds = 86_400_000;

let cabinet: OwnCabinet;
test.beforeAll(async () => {
  // no other terminal may post: the demo's own would overwrite the data sent here
  cabinet = await ownCabinet({
    args: ["--demo"],
    env: { API_URL: "", WORKER: "off", LOG_LEVEL: "warn" },
  });
  await untilItAnswers(`${cabinet.origin}/readyz`, cabinet.process);
});
test.afterAll(() => cabinet?.stop());

type Trade = { ticket: string; result: string };

/** Adverse and favourable excursion of a trade: realistic number of digits, all different. */
const excursionsOf = ({ ticket, result }: Trade, index: number) => {
  const low = Math.min(0, Number(result)) - ((index * 6137) % 9001) / 100 - 1.13;
  const high = Math.max(0, Number(result)) + ((index * 7919) % 9901) / 100 + 2.41;
  // a trade is identified by its closing deal, a position by its opening deal, which has the preceding number in the
  // demo
  return [ticket, String(Number(ticket) - 1)].map((position) => ({
    position,
    whole: 1,
    low: low.toFixed(2),
    high: high.toFixed(2),
  }));
};

/** The demo's maximum number of positions, each with a stop loss and a take profit. */
function positionsAt(now: number) {
  return [
    ["EURUSD", "buy", "0.4", "1.06253", "1.05891", "1.07415", "-0.48", "34.92"],
    ["XAUUSD", "sell", "0.1", "2328.36", "2361.24", "2287.45", "-1.35", "-144.25"],
    ["GBPUSD", "buy", "0.3", "1.23774", "1.23316", "1.24985", "0.22", "21.25"],
    ["USDJPY", "sell", "0.2", "146.299", "147.415", "144.872", "-0.91", "-22.65"],
    ["US500", "buy", "0.5", "5416.6", "5371.4", "5502.9", "-2.17", "101.75"],
  ].map(([symbol, type, volume, open_price, sl, tp, swap, profit], index) => ({
    ticket: String(990_000 + index),
    open_time: now - index * 19_140 - 10_800,
    symbol,
    type,
    volume,
    open_price,
    sl,
    tp,
    swap,
    profit,
  }));
}

/** Fills the page of the demo's account with as much data as a real one has. */
async function fillAccount(request: APIRequestContext) {
  const client = await apiClient(request, "anna@demo.test", "demo-password");
  const read = async <Answer>(path: string) =>
    (await client.call("GET", `/monitoring/accounts/${id}${path}`)) as unknown as Answer;
  const { trades } = await read<{ trades: Trade[] }>("/trades");
  const { balance } = await read<{ balance: string }>("/statistics");
  const { since } = await read<{ since: string }>("");
  const now = Math.floor(Date.now() / 1000);
  const positions = positionsAt(now);
  const floating = positions.reduce((sum, { profit, swap }) => sum + Number(profit) + Number(swap), 0);
  const firstDay = Math.floor(Date.parse(since) / dayMilliseconds);
  const answer = await post(
    request,
    { key: `${id}-key`, number: "250997" },
    {
      time: now,
      balance,
      equity: (Number(balance) + floating).toFixed(2),
      positions,
      excursions: trades.flatMap(excursionsOf),
      // the deposits are less than the balance implies: this deposit at the start makes up the difference
      deals: [
        { ticket: String(firstDay * 100), time: firstDay * 86_400, type: "balance", profit: "3765.43" },
      ],
    },
  );
  expect(answer.status(), await answer.text()).toBe(200);
}

const openingBalance: Record<Language, string> = { en: "Opening balance", ru: "Начальный баланс" };

test("a fully populated shared page has text in every cell, in every language", async ({ playwright }) => {
  test.setTimeout(180_000);
  const baseURL = cabinet.origin;
  const owner = await playwright.request.newContext({ baseURL });
  await fillAccount(owner);
  for (const language of languages) {
    const viewer = await playwright.request.newContext({
      baseURL,
      storageState: localeState(language, baseURL),
    });
    const html = await (await viewer.get(address)).text();
    expect(html).toContain(`lang="${language}"`);
    expect(html).toContain("<style");
    // five positions and twenty trades without an empty cell, plus two header rows
    expect(html.match(/<tr>/g)).toHaveLength(27);
    expect(html).not.toMatch(/<td[^>]*>–<\/td>/);
    const [path = "", anchor] = (/href="([^"]+)">MFE</.exec(html)?.[1] ?? "").split("#");
    expect(await (await viewer.get(path)).text(), "MFE leads to what it means").toContain(
      `<li id="${anchor}">`,
    );
    expect(html).toContain(`>${openingBalance[language]} `);
    await viewer.dispose();
  }
  await owner.dispose();
});
