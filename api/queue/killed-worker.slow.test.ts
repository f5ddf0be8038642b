import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { bundleProgram } from "#tools/crash-tests/bundle-program";
import { enqueue } from "./enqueue";
import { queueOn } from "./queue";
import { slowEffect } from "./worker-process.testing";

let api: TestApi;
let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
  api = await testApi();
  program = await bundleProgram("api/queue/worker-process.testing.ts");
}, 60_000);
afterAll(async () => {
  await program.remove();
  await api.close();
});

const jobsInAll = 30;

async function states(): Promise<Record<string, number>> {
  const { rows } = await api.db.execute<{ state: string; count: number }>(
    sql`select state::text, count(*) as count from pgboss.job group by 1`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Runs a worker process until `isEnough`, then sends it `signal`; resolves to its output. */
async function workUntil(
  isEnough: (output: string[]) => boolean | Promise<boolean>,
  signal: NodeJS.Signals,
): Promise<string[]> {
  const child = spawn(process.execPath, [program.file, api.databaseUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  while (child.exitCode === null && !(await isEnough(lines)))
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill(signal);
  await ended;
  return lines;
}

test("kill -9 of a worker in the middle of its jobs loses none and repeats none", async () => {
  await api.db.execute(sql`create table effects (id text primary key, at timestamptz default now())`);
  await transaction(api.db, async (tx) => {
    for (let index = 0; index < jobsInAll; index++) await enqueue(tx, slowEffect, { id: `job-${index}` });
  });
  const begun: string[] = [];
  // once within a job's transaction, once after its commit but before the queue knows
  for (const moment of ["begun", "committed"]) {
    const output = await workUntil(
      (lines) => lines.filter((line) => line.startsWith(moment)).length >= 4,
      "SIGKILL",
    );
    begun.push(...output.filter((line) => line.startsWith("begun")));
    expect((await states()).active).toBeGreaterThan(0);
    // a minute later the queue counts them as failed
    await api.db.execute(
      sql`update pgboss.job set started_on = started_on - interval '2 minutes' where state = 'active'`,
    );
    await queueOn(api.db.$client).expire();
    await api.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);
  }
  const isDone = async () => (await states()).completed === jobsInAll;
  begun.push(...(await workUntil(isDone, "SIGTERM")));
  expect(await states()).toEqual({ completed: jobsInAll });
  expect((await api.db.execute(sql`select id from effects`)).rowCount).toBe(jobsInAll);
  // and killed jobs did start a second time
  const times = begun.filter((line) => line.startsWith("begun")).length;
  expect(times).toBeGreaterThan(jobsInAll);
}, 60_000);
