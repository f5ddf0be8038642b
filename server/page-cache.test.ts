import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { eq } from "drizzle-orm";
import type { RequestHandler } from "express";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { textVersions } from "#api/db/schema/texts";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { cabinetSettings } from "#app/services/testing/cabinet-settings";
import type { ServerApi } from "./api";

let api: TestApi;
let id = "";
let renders = 0;
let port = 0;
let embedded: ServerApi;
let render: (request: Request) => Promise<Response>;
const server = createServer();

/**
 * Imitates the response of `entry.server.tsx` for a page without script; only the number changes from render to
 * render.
 */
const page = (body = `page ${++renders}`, policy = "default-src 'self' 'sha256-hash'") =>
  new Response(`<style>p{color:red}</style><p>${body}</p>`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "private, no-cache",
      vary: "Cookie, Save-Data",
    },
  });

beforeAll(async () => {
  api = await testApi();
  const account = await newTerminal(api, (await api.newClient()).token);
  id = account.id;
  await change({ visibility: "link" });
  Object.assign(process.env, cabinetSettings(api));
  const { pageCache } = await import("./page-cache");
  const { createApp } = await import("./create-app");
  const { createServerApi } = await import("./api");
  embedded = createServerApi();
  await embedded.start();
  const remix: RequestHandler = (_request, response) => void response.send("Remix was asked");
  const app = createApp({
    api: embedded,
    files: [],
    pageCache: pageCache((request) => render(request), "build 1"),
    pages: remix,
    observe: () => undefined,
  });
  server.on("request", app);
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await embedded.stop();
  await api.close();
});
beforeEach(async () => {
  renders = 0;
  render = async () => page();
  // a new version, so that pages cached by earlier tests don't count
  await change({ name: `Account ${Math.random()}` });
});

/** Advances the clock; timers are not affected. */
function later(milliseconds: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(now + milliseconds);
}
afterEach(() => {
  vi.useRealTimers();
});

/** Changes the account and sends a POST to this process, as a form would. */
async function change(values: Partial<typeof monitoringAccounts.$inferInsert>): Promise<void> {
  await api.db.update(monitoringAccounts).set(values).where(eq(monitoringAccounts.monitoringId, id));
  if (port > 0) await fetchPage({}, "/actions/theme", "POST");
}

async function fetchPage(
  headers: Record<string, string> = {},
  path = `/online-monitoring/${id}`,
  method = "GET",
) {
  const clientRequest = request({ host: "127.0.0.1", port, path, headers, method }).end();
  const [answer] = (await once(clientRequest, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const body = answer.headers["content-encoding"] === "br" ? brotliDecompressSync(bytes) : bytes;
  return { status: answer.statusCode, headers: answer.headers, body: body.toString() };
}

test("concurrent requests render the page once", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetchPage({ "accept-encoding": "br" })));
  expect(renders).toBe(1);
  expect(new Set(answers.map(({ body }) => body))).toEqual(
    new Set(["<style>p{color:red}</style><p>page 1</p>"]),
  );
});

test("a request with a current ETag gets 304 until its account changes", async () => {
  const { headers } = await fetchPage();
  const etag = String(headers.etag);
  expect(await fetchPage({ "if-none-match": etag })).toMatchObject({ status: 304, body: "" });
  await change({ balance: 12345n });
  expect(await fetchPage({ "if-none-match": etag })).toMatchObject({ status: 200 });
  expect(renders).toBe(2);
});

test("a change by another process is visible within about a second", async () => {
  await fetchPage();
  await api.db
    .update(monitoringAccounts)
    .set({ balance: 777n })
    .where(eq(monitoringAccounts.monitoringId, id));
  await expect.poll(async () => (await fetchPage()).body, { timeout: 5_000 }).toContain("page 2");
});

test("counting a view does not invalidate the page", async () => {
  await fetchPage();
  await fetchPage({ "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" });
  const [row] = await api.db.select().from(monitoringAccounts).where(eq(monitoringAccounts.monitoringId, id));
  expect(row?.views).toBeGreaterThan(0);
  await fetchPage();
  expect(renders).toBe(1);
});

test("a cached page keeps the policy that it was rendered with", async () => {
  const { headers } = await fetchPage();
  expect(headers["content-security-policy"]).toBe("default-src 'self' 'sha256-hash'");
});

test("an account that is no longer shared is passed to Remix at once", async () => {
  await fetchPage();
  await change({ visibility: "private" });
  expect((await fetchPage()).body).toBe("Remix was asked");
  await change({ visibility: "link" });
});

test.each([
  ["a session", { cookie: "session=x" }, ""],
  ["a message that waits", { cookie: "language=en; toast=x" }, ""],
  ["a cookie that nobody knows", { cookie: "x=y" }, ""],
  ["a partner's link", {}, "?ref=abc"],
])("a request with %s is passed to Remix", async (_, headers, query) => {
  await fetchPage();
  expect((await fetchPage(headers as Record<string, string>, `/online-monitoring/${id}${query}`)).body).toBe(
    "Remix was asked",
  );
});

test.each(["//", "/online-monitoring/", "/online-monitoring/x/y"])(
  "an address such as %s is passed to Remix",
  async (path) => {
    expect((await fetchPage({}, path)).body).toBe("Remix was asked");
  },
);

test("each language, theme and first visit has a separate page", async () => {
  await fetchPage();
  expect((await fetchPage({ cookie: `language=${btoa('"ru"')}` })).body).toContain("page 2");
  expect((await fetchPage({ cookie: "partner-code=abc" })).body).toContain("page 1");
});

test.each([
  [
    "sets a cookie",
    () => new Response("<p>", { headers: { ...Object.fromEntries(page().headers), "set-cookie": "a=b" } }),
  ],
  ["failed", () => new Response("<p>", { status: 500, headers: page().headers })],
  ["allows script by a nonce", () => page("<script>1</script>", "default-src 'self' 'nonce-bm9uY2U='")],
])("a response that %s is not cached", async (_, answer) => {
  render = async () => answer();
  expect((await fetchPage()).body).toBe("Remix was asked");
});

test("a failed render is passed to Remix", async () => {
  render = () => Promise.reject(new Error("as asked"));
  expect((await fetchPage()).body).toBe("Remix was asked");
});

test("a page that only the build changes is rendered once, a shared account's page every ten seconds", async () => {
  const day = 24 * 60 * 60 * 1000;
  const paths = ["/public-offer", "/privacy-policy", `/online-monitoring/${id}`];
  const bodies = async () => {
    const answers: string[] = [];
    for (const path of paths) answers.push((await fetchPage({ "accept-encoding": "br" }, path)).body);
    return answers;
  };
  const [offer, policy, account] = await bodies();
  expect(renders).toBe(3);
  later(11_000);
  expect(await bodies()).toEqual([offer, policy, expect.stringContaining("page 4")]);
  expect(account).toContain("page 3");
  later(day);
  await bodies();
  expect(renders).toBe(5);
});

test("an offer changed by staff is rendered again", async () => {
  const body = async () => (await fetchPage({}, "/public-offer")).body;
  const before = await body();
  expect(await body()).toBe(before);
  renders = 100;
  await api.db.insert(textVersions).values({
    name: "public-offer",
    language: "en",
    version: 2,
    markdown: "# Offer\n\n*In force since today*\n\nNew.",
    author: "olga",
    createdAt: new Date(),
    holdsFrom: new Date(),
  });
  await expect.poll(body, { timeout: 5_000 }).not.toBe(before);
});

test("a failed render of a page that only the build changes is retried, but not on every request", async () => {
  let attempts = 0;
  render = () => {
    attempts += 1;
    return Promise.reject(new Error("as asked"));
  };
  const russian = { cookie: `language=${btoa('"ru"')}` };
  for (const _ of [1, 2, 3])
    expect((await fetchPage(russian, "/privacy-policy")).body).toBe("Remix was asked");
  expect(attempts).toBe(1);
  later(11_000);
  render = async () => page();
  expect((await fetchPage(russian, "/privacy-policy")).body).toContain("page 1");
  later(60_000);
  expect((await fetchPage(russian, "/privacy-policy")).body).toContain("page 1");
});

test("neither a query nor a data-saving header adds a page to those cached permanently", async () => {
  const saving = (value: string) => fetchPage({ "save-data": value }, "/public-offer");
  const { body } = await fetchPage({}, "/public-offer");
  expect((await saving("off")).body).toBe(body);
  expect((await saving("1")).body).toBe(body);
  expect((await fetchPage({}, "/public-offer?a=1")).body).toBe("Remix was asked");
});
