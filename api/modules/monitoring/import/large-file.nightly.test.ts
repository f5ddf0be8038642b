import { afterAll, beforeAll, expect, test } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { importingAccount } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("reads and imports a large file in a worker while its page shows the progress", async () => {
  const account = await importingAccount(api);
  const rows = Array.from({ length: 12_000 }, (_, index) => {
    const time = new Date(start * 1000 + index * 60_000)
      .toISOString()
      .slice(0, 16)
      .replace("T", " ")
      .replaceAll("-", ".");
    return `${time};Buy;0.10;EURUSD;1.1;;;${time};1.2;;;0.01;${"a comment that makes the file large".repeat(2)}`;
  });
  const file = new File(
    [`Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment\n${rows.join("\n")}\n`],
    "history.csv",
  );
  expect(file.size).toBeGreaterThan(contract.statementInlineBytes);
  const { body } = await account.upload(file);
  expect(await account.status(body.importId)).toMatchObject({ state: "reading", progress: 0, preview: null });
  expect((await account.confirm(body.importId)).status).toBe(409);
  await runDueJobs(api.deps);
  expect(await account.status(body.importId)).toMatchObject({ state: "ready", preview: { trades: 12_000 } });
  await account.confirm(body.importId);
  expect((await account.status(body.importId)).state).toBe("importing");
  const work = runDueJobs(api.deps).then(() => "done" as const);
  // the page polls while the import's transaction is open and gets the progress at once
  const progressValues: number[] = [];
  for (
    let outcome: "done" | null = null;
    outcome === null;
    outcome = await Promise.race([work, Promise.resolve(null)])
  ) {
    const { state, progress } = await account.status(body.importId);
    if (state === "importing") progressValues.push(progress);
  }
  await work;
  expect(progressValues).toEqual([...progressValues].sort((a, b) => a - b));
  expect(progressValues.at(-1)).toBeGreaterThan(0);
  expect(progressValues.at(-1)).toBeLessThan(100);
  expect(await account.status(body.importId)).toMatchObject({ state: "imported", addedTrades: 12_000 });
  expect(await account.figures()).toMatchObject({ trades: 12_000, net_profit: "120.00" });
});
