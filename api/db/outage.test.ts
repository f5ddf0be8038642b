import { Client } from "pg";
import { pino } from "pino";
import { expect, test } from "vitest";
import { testDatabase } from "#api/testing/test-database";
import { isOutage, throughOutages } from "./outage";

const log = pino({ level: "silent" });
const connectionRefused = () =>
  new Error("Failed query", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) });

test.each([
  ["nobody listens", connectionRefused(), true],
  ["it is starting up", Object.assign(new Error("starting up"), { code: "57P03" }), true],
  ["the line broke", new Error("Connection terminated unexpectedly"), true],
  ["a wrong statement", Object.assign(new Error("syntax"), { code: "42601" }), false],
  ["a taken name", Object.assign(new Error("unique"), { code: "23505" }), false],
])("%s", (_, error, expected) => expect(isOutage(error)).toBe(expected));

test("work is retried until the database is back, and not after other errors", async () => {
  let attempts = 0;
  const done = await throughOutages(async () => {
    if (++attempts < 3) throw connectionRefused();
    return "done";
  }, log);
  expect([done, attempts]).toEqual(["done", 3]);
  const wrong = new Error("wrong");
  await expect(throughOutages(() => Promise.reject(wrong), log)).rejects.toBe(wrong);
  await expect(throughOutages(() => Promise.reject(connectionRefused()), log, -1)).rejects.toThrow(
    "Failed query",
  );
});

test("PostgreSQL's messages on ending a connection count as an outage", async () => {
  const { url, close } = await testDatabase();
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const error = await client.query("select pg_terminate_backend(pg_backend_pid())").catch((e: unknown) => e);
  expect(isOutage(error)).toBe(true);
  await close();
});
