import { once } from "node:events";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { confirmImport } from "#contract/monitoring/import";
import { idempotencyKeyForm } from "#contract/rules";
import { changeLanguage, currentUser, permissions } from "#contract/users/index";
import { rent } from "#contract/vps/index";
import type * as api from "./api.server";
import type * as timeouts from "./api-timeouts.server";
import type * as context from "./request-context.server";
import type * as session from "./session.server";

/** A backend that responds to every request with one status, and counts them. */
let backend: Server;
let status = 200;
let requests: string[] = [];
let keys: string[] = [];
let purposes: (string | undefined)[] = [];
let modules: typeof api & typeof timeouts & typeof session & typeof context;

beforeAll(async () => {
  backend = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    purposes.push(request.headers["sec-purpose"]?.toString());
    keys.push(String(request.headers["idempotency-key"]));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(
      status === 202
        ? "<title>Welcome to our network</title>"
        : JSON.stringify({ message: "No", partner: true, monitoring: false }),
    );
  }).listen(0, "127.0.0.1");
  await once(backend, "listening");
  process.env.API_URL = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  process.env.SESSION_SECRET = "a secret for tests";
  modules = {
    ...(await import("./api.server")),
    ...(await import("./api-timeouts.server")),
    ...(await import("./session.server")),
    ...(await import("./request-context.server")),
  };
});
afterAll(() => {
  backend.closeAllConnections();
  backend.close();
});
beforeEach(() => {
  requests = [];
  keys = [];
  purposes = [];
});

const caller = { token: "t", language: "en", userAgent: "", browser: null } as const;

test("a failed read is retried once; a change is never retried automatically", async () => {
  status = 500;
  await expect(modules.callApi(caller, currentUser, {})).rejects.toMatchObject({ status: 502 });
  expect(requests).toHaveLength(2);
  requests = [];
  const order = { rateId: "trader-2", months: 1, operatingSystem: "Windows Server 2022" };
  await expect(
    modules.callApi(caller, rent, order, { idempotencyKey: "a-key-of-a-form" }),
  ).rejects.toMatchObject({ status: 502 });
  expect(requests).toHaveLength(1);
});

test.each(["ключ-из-формы", "eight\nchars", "\ud800-surrogate"])(
  "the API gets an idempotency key that no header can have, and rejects it: %j",
  async (idempotencyKey) => {
    status = 400;
    const order = { rateId: "trader-2", months: 1, operatingSystem: "Windows Server 2022" };
    await expect(modules.callApi(caller, rent, order, { idempotencyKey })).rejects.toMatchObject({
      status: 400,
    });
    expect(keys.filter((key) => idempotencyKeyForm.test(key))).toEqual([]);
    expect(keys).toHaveLength(1);
  },
);

test("the API learns that a page is prefetched, so that it marks nothing as opened", async () => {
  status = 200;
  const read = () => modules.callApi(caller, permissions, {}).catch(() => undefined);
  for (const isPrefetch of [true, false]) await modules.withRequestContext(read, { isPrefetch });
  expect(purposes).toEqual(["prefetch", undefined]);
});

test("the loaders of a request share a caller's read; an action reads again", async () => {
  status = 200;
  const read = async () => {
    const { callApi } = modules;
    const other = callApi({ ...caller, token: "other" }, permissions, {});
    const same = [callApi(caller, permissions, {}), callApi(caller, permissions, {})];
    expect(await Promise.all([other, ...same])).toEqual(Array(3).fill({ partner: true, monitoring: false }));
    await callApi(caller, permissions, {});
  };
  await modules.withRequestContext(read, { isLoading: true });
  expect(requests).toHaveLength(2);
  requests = [];
  await modules.withRequestContext(read);
  expect(requests).toHaveLength(4);
});

test("the timeout of a change is longer than the API's own", () => {
  // an import continues in the background after 5 s (api/modules/monitoring/import/timeouts.ts)
  expect(modules.timeoutWith(confirmImport)).toBeGreaterThan(5_000);
  expect(modules.timeoutWith(currentUser)).toBeLessThan(5_000);
});

test("the timeout of a payment is longer than that of other changes, and neither exceeds the page's limit", () => {
  const shell = 1_500;
  expect(modules.timeoutWith(rent) + shell).toBeLessThan(12_000);
  expect(modules.timeoutWith(changeLanguage) + shell).toBeLessThan(8_000);
});

test("a response of an intermediary is rejected, also if the specification defines no response", async () => {
  status = 202;
  await expect(modules.callApi(caller, changeLanguage, { language: "RU" })).rejects.toMatchObject({
    status: 502,
  });
});

/** Returns the cookie of a session with an expired access token. */
async function oldSession(): Promise<string> {
  const expires = new Date(Date.now() - 1000).toISOString();
  const visitor = new Request("http://localhost/login");
  const tokens = { token: "old", expires, refreshToken: "refresh-me", browser: "a-browser" };
  const opened = await modules.signIn(visitor, tokens, null);
  return opened.headers.get("set-cookie")?.split(";")[0] ?? "";
}

test.each([
  [4.9, "it is refreshed"],
  [60, "it is used as it is"],
])("of an access token with %f seconds left %s", async (seconds, outcome) => {
  const expires = new Date(Date.now() + seconds * 1000).toISOString();
  const tokens = { token: "nearly over", expires, refreshToken: "refresh-me", browser: "a-browser" };
  const opened = await modules.signIn(new Request("http://localhost/login"), tokens, null);
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  const request = new Request("http://localhost/vps", { headers: { cookie } });
  // the only request here is a refresh: the service rejects it, which ends the session
  status = 401;
  const { token } = await modules.withRequestContext(() => modules.optionalClient(request));
  expect(token).toBe(outcome === "it is refreshed" ? null : "nearly over");
});

test("a failing service logs nobody out; only its own rejection does", async () => {
  const request = new Request("http://localhost/vps", { headers: { cookie: await oldSession() } });
  const loadClient = () =>
    modules.withRequestContext(async () => {
      const client = await modules.optionalClient(request);
      return { token: client.token, cookies: modules.requestContext().setCookies };
    });
  status = 503;
  await expect(loadClient()).rejects.toMatchObject({ status: 503 });
  status = 401;
  const ended = await loadClient();
  expect(ended.token).toBeNull();
  expect(ended.cookies.join()).toContain("Expires=Thu, 01 Jan 1970");
});
