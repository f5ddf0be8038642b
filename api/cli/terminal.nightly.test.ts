import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "#api/app";
import { bodyAt } from "#api/modules/monitoring/simulator/simulated-account";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";

const day = 86_400_000;

let api: TestApi;
let server: ReturnType<typeof serve>;
let url: string;
beforeAll(async () => {
  api = await testApi({ clock: { now: () => new Date() } });
  server = serve({ overrideGlobalObjects: false, fetch: createApp(api.deps).fetch, port: 0 });
  await once(server, "listening");
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await api.close();
});

/** Runs the command as a person would; `lines` is its output. */
function terminal(...options: string[]) {
  const file = "api/cli/terminal.ts";
  const child = spawn(process.execPath, ["--import", "tsx", file, "--url", url, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  return { child, lines, ended: once(child, "exit") };
}

test("a terminal's whole history arrives, however malformed its posts are", { timeout: 90_000 }, async () => {
  const { token } = await api.newClient();
  const { id, key, number } = await newTerminal(api, token);
  const since = new Date(Date.now() - 40 * day).toISOString().slice(0, 10);
  // Ten days per second: it reaches the present within seconds, post by post. The service sends it the account's
  // number.
  const { child, lines, ended } = terminal("--key", key, "--since", since, "--speed", "864000");

  const account = { number, seed: "northwind", since: Date.parse(`${since}T00:00:00Z`) / 1000 };
  /**
   * Returns the number of trades closed by now, and the commission paid to open the others: net profit includes
   * closed trades only.
   */
  const expectedFigures = () => {
    const { deals } = bodyAt(account, Math.floor(Date.now() / 1000));
    const closed = new Set(deals.flatMap(({ entry, position }) => (entry === "out" ? [position] : [])));
    const open = deals.filter(({ entry, position }) => entry === "in" && !closed.has(position));
    return { closed: closed.size, paidToOpen: open.reduce((sum, deal) => sum + Number(deal.commission), 0) };
  };
  const figures = async () => (await api.call(contract.statistics, { monitoringId: id }, { token })).body;
  // delayed data comes with a later post; then the sums equal the terminal's
  await expect
    .poll(
      async () => {
        const { trades, balance, net_profit, deposits, withdrawals } = await figures();
        const { closed, paidToOpen } = expectedFigures();
        const sum = Number(deposits) + Number(withdrawals) + Number(net_profit) + paidToOpen;
        return (trades ?? 0) >= closed && Math.abs(sum - Number(balance)) < 0.005;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
  expect(lines[0]).toContain("409");
  expect(lines.filter((line) => / (4|5)\d\d /.test(line))).toHaveLength(1);
  child.kill();
  await ended;
});

test("an unknown key ends the terminal with a message", { timeout: 30_000 }, async () => {
  const { lines, ended } = terminal("--key", "a-key-of-nobody-at-all");
  expect(await ended).toEqual([1, null]);
  expect(lines).toEqual([expect.stringMatching(/ 401 .*\w/)]);
});
