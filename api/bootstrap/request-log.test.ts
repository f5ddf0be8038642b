import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import { failedRequests, requestCounts } from "#api/db/schema/requests";
import { logHooks } from "#api/lib/log-errors";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { failuresKept, housekeeping } from "./housekeeping";
import type { RequestLog } from "./request-log";
import { createRequestLog, pathForLog } from "./request-log";

let api: TestApi;
let requests: RequestLog;
const log = pino({ hooks: logHooks, level: "info" }, { write: () => undefined });
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(() => {
  requests = createRequestLog(api.deps);
});
afterEach(async () => {
  await requests.stop();
  await api.db.delete(failedRequests);
  await api.db.delete(requestCounts);
});

const finished = (changes: object = {}) => ({
  requestId: "request-00001",
  method: "GET",
  path: "/vps",
  status: 200,
  milliseconds: 12.4,
  ...changes,
});
const show = async (id: string) => JSON.parse(await runAdmin(api, "requests", "show", id, "--json"));

describe("the log of requests", () => {
  it("counts all requests and the failed ones, of several processes, for the page of the last hour", async () => {
    const other = createRequestLog(api.deps);
    for (const status of [200, 404, 500]) requests.record(finished({ status }));
    other.record(finished({ status: 503 }));
    await requests.stop();
    await other.stop();
    const { token } = await newStaff(api, "machines");
    const { body } = await api.call(contract.health, {}, { token });
    expect([body.requests, body.failedRequests]).toEqual([4, 2]);
    api.pass({ minutes: 61 });
    const later = await newStaff(api, "machines");
    const { body: afterwards } = await api.call(contract.health, {}, { token: later.token });
    expect([afterwards.requests, afterwards.failedRequests]).toEqual([0, 0]);
  });

  it("keeps what was logged about a failed request, by its id", async () => {
    log.error({ err: new Error("the store is full"), requestId: "request-00001" }, "call failed");
    log.info({ requestId: "request-00001" }, "request");
    log.error({ err: new Error("of another"), requestId: "request-00002" }, "call failed");
    requests.record(finished({ status: 500, path: "/support", method: "POST" }));
    requests.record(finished({ requestId: "request-00002", status: 200 }));
    await requests.stop();
    expect(await show("request-00001")).toEqual([
      {
        requestId: "request-00001",
        at: api.deps.clock.now().toISOString(),
        method: "POST",
        path: "/support",
        status: 500,
        ms: 12,
        error: "call failed: Error: the store is full",
      },
    ]);
    await expect(show("request-00002")).rejects.toThrow("No failed request of the last 7 days has this id.");
    expect(JSON.parse(await runAdmin(api, "requests", "failed", "--json"))).toHaveLength(1);
  });

  it("stores no parameters of queries and no secrets of links", async () => {
    const failed = new Error("Failed query: select 1\nparams: anna@example.test");
    log.error({ err: failed, requestId: "request-00001" }, "call failed");
    const path = `/unsubscribe/${"s".repeat(32)}`;
    requests.record(finished({ status: 500, path }));
    await requests.stop();
    expect(await show("request-00001")).toMatchObject([
      { path: "/unsubscribe/…", error: "call failed: Error: Failed query: select 1" },
    ]);
    expect(pathForLog(`/${"a/".repeat(200)}`)).toHaveLength(200);
  });

  it("keeps at most sixty failures a minute, and counts them all", async () => {
    for (let index = 0; index < 80; index++)
      requests.record(finished({ requestId: `request-${index}`, status: 500 }));
    await requests.stop();
    expect(await api.db.$count(failedRequests)).toBe(60);
    expect(await api.db.select().from(requestCounts)).toMatchObject([{ requests: 80, failures: 80 }]);
    // also after they were written
    requests.record(finished({ status: 500 }));
    await requests.stop();
    expect(await api.db.$count(failedRequests)).toBe(60);
    api.pass({ minutes: 1 });
    requests.record(finished({ status: 500 }));
    await requests.stop();
    expect(await api.db.$count(failedRequests)).toBe(61);
  });

  it("writes after an outage what happened during it", async () => {
    let isAway = true;
    const db = new Proxy(api.db, {
      get: (target, name) => {
        if (isAway) throw new Error("the database is away");
        return Reflect.get(target, name);
      },
    });
    const patient = createRequestLog({ ...api.deps, db });
    patient.record(finished({ status: 503 }));
    await patient.stop();
    isAway = false;
    await patient.stop();
    expect(await show("request-00001")).toMatchObject([{ status: 503 }]);
  });

  it("is deleted after seven days, or when there is too much of it", async () => {
    requests.record(finished({ status: 500 }));
    await requests.stop();
    const [row] = await api.db.select().from(failedRequests);
    const { id: _, ...values } = row ?? ({} as never);
    const more = Array.from({ length: failuresKept }, () => values);
    for (let start = 0; start < more.length; start += 2_000)
      await api.db.insert(failedRequests).values(more.slice(start, start + 2_000));
    await housekeeping.run({}, api.deps);
    expect(await api.db.$count(failedRequests)).toBe(failuresKept);
    api.pass({ days: 8 });
    await housekeeping.run({}, api.deps);
    expect(await api.db.$count(failedRequests)).toBe(0);
    expect(await api.db.$count(requestCounts)).toBe(0);
  });
});
