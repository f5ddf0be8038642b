import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { enqueue } from "./enqueue";
import { job } from "./job";
import { queueOn } from "./queue";
import { enqueueDue, every } from "./schedule";
import { startWorker } from "./worker";

let api: TestApi;
let ran: string[] = [];
const note = job("note", z.object({ text: z.string() }), async ({ text }) => void ran.push(text));

beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("It did not come true");
}

test("a job enqueued in a transaction runs once it is committed, and never after a rollback", async () => {
  ran = [];
  await transaction(api.db, (tx) => enqueue(tx, note, { text: "kept" }));
  await expect(
    transaction(api.db, async (tx) => {
      await enqueue(tx, note, { text: "rolled back" });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  const worker = await startWorker(api.deps, { jobs: [note], pollMilliseconds: 20 });
  await until(() => ran.length > 0);
  await worker.stop();
  expect(ran).toEqual(["kept"]);
  expect(await runDueJobs(api.deps, [note])).toEqual([]);
});

test("of the jobs with one key only one is queued, and it sees what the second transaction wrote", async () => {
  ran = [];
  await transaction(api.db, (tx) =>
    enqueue(tx, note, { text: "first" }, { key: "k", startAfter: new Date("2026-04-01") }),
  );
  await Promise.all(
    Array.from({ length: 20 }, () =>
      transaction(api.db, (tx) => enqueue(tx, note, { text: "again" }, { key: "k" })),
    ),
  );
  await transaction(api.db, async (tx) => {
    await enqueue(tx, note, { text: "again" }, { key: "k" });
    // no worker takes the waiting job before this transaction ends, so it sees these changes
    expect(await queueOn(api.db.$client).fetch("quick")).toEqual([]);
  });
  await transaction(api.db, (tx) => enqueue(tx, note, { text: "another" }, { key: "l" }));
  expect(await runDueJobs(api.deps, [note])).toEqual(["note", "note"]);
  expect(ran).toEqual(["first", "another"]);
});

test("a job waits for its start time", async () => {
  ran = [];
  const startAfter = new Date(api.deps.clock.now().getTime() + 3_600_000);
  await transaction(api.db, (tx) => enqueue(tx, note, { text: "later" }, { startAfter }));
  expect(await runDueJobs(api.deps, [note])).toEqual([]);
  api.pass({ minutes: 60 });
  expect(await runDueJobs(api.deps, [note])).toEqual(["note"]);
});

test("a failing job is retried and finally stored as failed with its payload", async () => {
  let attempts = 0;
  const failing = job(
    "failing",
    z.object({ id: z.string() }),
    async () => {
      attempts++;
      throw new Error("not today");
    },
    { retries: 1 },
  );
  await transaction(api.db, (tx) => enqueue(tx, failing, { id: "x" }));
  const worker = await startWorker(api.deps, { jobs: [failing], pollMilliseconds: 20 });
  await until(() => attempts === 1);
  await until(async () => {
    const { rowCount } = await api.db.execute(
      sql`update pgboss.job set start_after = now() where state = 'retry'`,
    );
    return rowCount === 1;
  });
  const dead = () => api.db.execute(sql`select data from pgboss.job where name = 'dead'`);
  await until(async () => (await dead()).rows.length === 1);
  await worker.stop();
  expect(attempts).toBe(2);
  expect((await dead()).rows).toEqual([{ data: { job: "failing", payload: { id: "x" } } }]);
});

test("a schedule runs once per due time in any number of processes, and once for all missed times", async () => {
  const daily = job("daily", z.object({}), async () => void ran.push("daily"));
  const schedule = [every(daily, "30 6 * * *")];
  const enqueueConcurrently = () =>
    Promise.all(Array.from({ length: 5 }, () => enqueueDue(api.deps, schedule)));
  await enqueueConcurrently();
  expect(await runDueJobs(api.deps, [daily])).toEqual(["daily"]);
  await enqueueConcurrently();
  expect(await runDueJobs(api.deps, [daily])).toEqual([]);
  api.pass({ days: 3 });
  await enqueueConcurrently();
  expect(await runDueJobs(api.deps, [daily])).toEqual(["daily"]);
});
