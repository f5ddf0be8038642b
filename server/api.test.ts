import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDeps } from "#api/bootstrap/create-deps";
import { processMetrics } from "#api/bootstrap/metrics";
import { parseEnvironment } from "#api/lib/environment";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { callApi } from "#app/services/api.server";
import { withRequestContext } from "#app/services/request-context.server";
import { cabinetSettings } from "#app/services/testing/cabinet-settings";
import { accountList } from "#contract/monitoring/index";
import { createServerApi } from "./api";
import type { ApiHandlers } from "./api-handlers";
import { apiHandlers } from "./api-handlers";

/** Nothing listens there, so a start does not end. */
const nowhere = "postgres://cabinet@127.0.0.1:9/cabinet";

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await testApi();
  folder = await mkdtemp(join(tmpdir(), "cabinet-embedded-"));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

test("the cabinet does not start with a payment system whose page its own policy does not allow as a form target", async () => {
  const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  const start = async (parameters: Record<string, string>) => {
    const env = parseEnvironment({ ...cabinetSettings(api, folder), ...stripe, ...parameters });
    const embedded = createServerApi(processMetrics(), env);
    await embedded.start();
    await embedded.stop();
  };
  await expect(start({})).rejects.toThrow(
    "PAYMENT_ORIGINS lacks https://checkout.stripe.com: browsers would not follow a deposit to its payment page",
  );
  await start({ PAYMENT_ORIGINS: "https://checkout.stripe.com" });
});

test("uploads left by a killed process are removed at the start and every hour", async () => {
  const incoming = join(folder, "files/incoming");
  const leave = async (name: string, minutesAgo: number) => {
    const path = join(incoming, name);
    await mkdir(path, { recursive: true });
    const then = new Date(Date.now() - minutesAgo * 60_000);
    await utimes(path, then, then);
  };
  await leave("form-old", 61);
  await leave("form-fresh", 59);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { stop } = await createDeps({ env: parseEnvironment(cabinetSettings(api, folder)) });
  await expect.poll(() => readdir(incoming)).toEqual(["form-fresh"]);
  await leave("form-older-by-now", 61);
  vi.advanceTimersByTime(59 * 60_000);
  expect(await readdir(incoming)).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(() => readdir(incoming)).toEqual(["form-fresh"]);
  await stop();
});

test("a request during the API's start waits briefly, then gets 503; after a failed start it gets the reason", async () => {
  const settings = parseEnvironment(cabinetSettings(api, folder));
  const embedded = createServerApi(processMetrics(), settings, 0);
  const fetchReadyz = () => embedded.fetch(new Request("http://embedded/api/readyz"));
  await expect(fetchReadyz()).rejects.toMatchObject({ status: 503, isStarting: true });
  await embedded.start();
  expect((await fetchReadyz()).status).toBe(200);
  await embedded.stop();
  const patient = createServerApi(processMetrics(), settings);
  expect((await patient.fetch(new Request("http://embedded/api/readyz"))).status).toBe(200);
  await patient.stop();
  const DATABASE_URL = api.databaseUrl.replace(/\/test_\w+/, "/nosuch");
  const failing = createServerApi(processMetrics(), { ...settings, DATABASE_URL });
  await expect(failing.start()).rejects.toThrow("does not exist");
  await expect(failing.fetch(new Request("http://embedded/api/readyz"))).rejects.toThrow("does not exist");
});

test("a request gets 503 at once when the API's start has lasted too long", async () => {
  // nothing listens there, so the start does not end
  const settings = {
    ...cabinetSettings(api, folder),
    DATABASE_URL: "postgres://cabinet@127.0.0.1:9/cabinet",
  };
  const startTimeoutMs = 1_000;
  const embedded = createServerApi(
    processMetrics(),
    parseEnvironment({ ...settings, LOG_LEVEL: "silent" }),
    startTimeoutMs,
  );
  const waitedMs = async () => {
    const sentAt = performance.now();
    await expect(embedded.fetch(new Request("http://embedded/api/readyz"))).rejects.toMatchObject({
      isStarting: true,
    });
    return performance.now() - sentAt;
  };
  expect(await waitedMs()).toBeGreaterThan(startTimeoutMs * 0.9);
  expect(await waitedMs()).toBeLessThan(startTimeoutMs / 2);
});

test("a page learns from the server's bundle that the API is starting", async () => {
  vi.resetModules();
  // as in a build: another instance of the modules, with another class of the error
  const serverBundle = await import("./api");
  const settings = { ...cabinetSettings(api, folder), DATABASE_URL: nowhere, LOG_LEVEL: "silent" };
  const embedded = serverBundle.createServerApi(processMetrics(), parseEnvironment(settings), 0);
  const caller = { token: null, language: "en", userAgent: "", browser: null } as const;
  const read = () => callApi(caller, accountList, {});
  await withRequestContext(() => expect(read()).rejects.toMatchObject({ status: 503, isStarting: true }), {
    api: embedded,
  });
});

test("in development requests are handled by the current sources", async () => {
  const settings = parseEnvironment(cabinetSettings(api, folder));
  let current: ApiHandlers = apiHandlers;
  const embedded = createServerApi(processMetrics(), settings, undefined, async () => current);
  const fetchStatus = async () => (await embedded.fetch(new Request("http://embedded/api/readyz"))).status;
  expect(await fetchStatus()).toBe(200);
  current = (...parameters) => {
    const { read } = apiHandlers(...parameters);
    return { read, app: new Hono().get("/api/readyz", (context) => context.text("", 418)) };
  };
  expect(await fetchStatus()).toBe(418);
  await embedded.stop();
});
