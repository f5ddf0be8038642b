import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dealsOf, newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { drillSize } from "#api/testing/drill-size";
import { startApiProcess } from "#tools/crash-tests/api-processes";
import { bundleProgram } from "#tools/crash-tests/bundle-program";

let api: TestApi;
let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
  api = await testApi({ clock: { now: () => new Date() } });
  program = await bundleProgram("api/cli/api.ts");
});
afterAll(async () => {
  await program.remove();
  await api.close();
});

const terminals = 12;
const kills = drillSize({ daily: 2, nightly: 6 });

it("kill -9 of a process that takes many concurrent posts loses none that was acknowledged", async () => {
  const list = await Promise.all(
    Array.from({ length: terminals }, async () => newTerminal(api, (await api.newClient()).token)),
  );
  const now = () => Math.floor(Date.now() / 1000);
  const deals = dealsOf("500", ["10"], { from: now() - 86_400 });
  const body = (account: string, build: number) => {
    const state = { currency: "USD", balance: "510", equity: "511", margin: "0", gmt_offset: 0 };
    return JSON.stringify({ v: 1, account, ...state, build, deals: deals.slice(-1) });
  };
  for (const one of list) {
    await one.post({ currency: "USD", balance: "510", equity: "510", gmt_offset: 0, deals });
    await one.post(body(one.number, 1));
  }
  const environment = {
    DATABASE_URL: api.databaseUrl,
    DATA_DIR: api.deps.settings.dataDir,
    LOG_LEVEL: "silent",
    WORKER: "off",
  };
  const ends: string[] = [];
  const served = await startApiProcess(program.file, environment, (what) => ends.push(what));
  expect(ends).toEqual([]);
  const answered = new Map(list.map(({ number }) => [number, 1]));
  let isOver = false;
  // the terminal's build is the number of the post
  const senders = list.map(async ({ key, number }) => {
    for (let build = 2; !isOver; build++) {
      const answer = await fetch(`${served.origin}/api/monitoring/ingest`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: body(number, build),
      }).catch(() => null);
      if (answer?.status === 200) answered.set(number, build);
      if (!answer) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  const sum = () => [...answered.values()].reduce((total, build) => total + build, 0);
  const lost: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const before = sum();
    await expect.poll(sum).toBeGreaterThanOrEqual(before + 10 * terminals);
    const acknowledged = new Map(answered);
    await served.replace();
    const { rows } = await api.db.execute<{ number: string; build: number }>(
      sql`select number, build from monitoring_accounts`,
    );
    for (const { number, build } of rows)
      if (build < (acknowledged.get(number) ?? 0)) lost.push(`${number}: ${build}`);
  }
  isOver = true;
  await Promise.all(senders);
  await served.stop();
  expect({ lost, ends }).toEqual({ lost: [], ends: [] });
});
