import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { newClient } from "./support/new-client";
import type { OwnCabinet } from "./support/own-cabinet";
import { ownCabinet } from "./support/own-cabinet";
import { expect, test } from "./support/test";

let cabinet: OwnCabinet;
test.beforeAll(async () => {
  cabinet = await ownCabinet({ env: { LOG_LEVEL: "info" } });
});
test.afterAll(() => cabinet.stop());

test("a demo, whose passwords are known, listens on localhost only", async ({ baseURL }) => {
  const reaches = (host: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(baseURL ?? "").port), host);
      socket.once("connect", () => socket.end(() => resolve(true))).once("error", () => resolve(false));
    });
  expect(await reaches("127.0.0.1")).toBe(true);
  expect(await reaches("127.0.0.2")).toBe(false);
});

const sameOrigin = { "sec-fetch-site": "same-origin" };

test("every displayed response has a policy, each says who may embed it and has each header once; errors name their log line", async ({
  request,
}) => {
  for (const [path, status] of [
    ["/public-offer", 200],
    ["/favicon.svg", 200],
    ["/no-such-page", 302],
    ["/no-such-file.js", 404],
    ["/assets/no-such-file.js", 404],
    ["/profile", 302],
    ["/livez", 200],
  ] as const) {
    const answer = await request.get(cabinet.origin + path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(status);
    const headers = answer.headersArray().map(({ name, value }) => [name.toLowerCase(), value] as const);
    const values = (name: string) => headers.filter(([one]) => one === name).map(([, value]) => value);
    // a redirect has no body to display
    const isShown = status !== 302;
    const policy = isShown ? [expect.stringContaining("frame-ancestors 'none'")] : [];
    expect(values("content-security-policy"), path).toEqual(policy);
    expect(values("cross-origin-resource-policy"), path).toEqual(["same-origin"]);
    expect(values("x-content-type-options"), path).toEqual(isShown ? ["nosniff"] : []);
    const id = status === 404 ? [expect.stringMatching(/^[\w-]{21}$/)] : [];
    expect(values("x-request-id"), path).toEqual(id);
  }
});

test("a request is one line of the log, without its query", async ({ request }) => {
  const linesOf = (path: string) =>
    cabinet
      .output()
      .split("\n")
      .filter((one) => one.includes(path));
  await request.get(`${cabinet.origin}/privacy-policy?code=secret`);
  await expect.poll(() => linesOf("/privacy-policy").length).toBe(1);
  const [line] = linesOf("/privacy-policy");
  expect(JSON.parse(line ?? "")).toMatchObject({
    method: "GET",
    path: "/privacy-policy",
    status: 200,
    requestId: expect.stringMatching(/^[\w-]{21}$/),
  });
  expect(cabinet.output()).not.toContain("secret");
});

/** Sends a raw request that no client library would send; returns the status line of the response. */
async function statusOf(lines: string): Promise<string> {
  const socket = connect(cabinet.port, "localhost");
  socket.write(`${lines}\r\nHost: localhost:${cabinet.port}\r\nConnection: close\r\n\r\n`);
  let answer = "";
  socket.on("data", (text) => (answer += text));
  await once(socket, "close");
  return answer.split("\r\n")[0] ?? "";
}

test("unusual requests get the right status", async () => {
  expect(await statusOf(`GET http://localhost:${cabinet.port}/public-offer HTTP/1.1`)).toBe(
    "HTTP/1.1 200 OK",
  );
  expect(await statusOf("OPTIONS * HTTP/1.1")).toBe("HTTP/1.1 204 No Content");
  expect(await statusOf("TRACE / HTTP/1.1")).toBe("HTTP/1.1 405 Method Not Allowed");
  expect(cabinet.output()).not.toContain('"level":50');
});

test("OPTIONS names the methods of a page, and those of an endpoint of the API", async ({ request }) => {
  const allowed = async (path: string) => {
    const answer = await request.fetch(path, { method: "OPTIONS" });
    return [answer.status(), answer.headers().allow];
  };
  expect(await allowed("/login")).toEqual([204, "GET, HEAD, POST"]);
  expect(await allowed("/api/user/sessions/any")).toEqual([204, "DELETE"]);
});

test("data of pages is not cached, that of a signed-in client neither", async ({ page, mailbox }) => {
  const { headers: ofLogin } = await dataOf(page, "/login.data");
  expect(ofLogin["cache-control"]).toBe("no-store");
  await newClient(page, mailbox);
  const { status, headers } = await dataOf(page, "/vps.data");
  expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
});

async function dataOf(page: Page, path: string) {
  const answer = await page.request.get(path, { maxRedirects: 0 });
  return { status: answer.status(), headers: answer.headers() };
}

test("a request for something unknown is rejected and is not an internal error", async ({ request }) => {
  const old = await request.get(`${cabinet.origin}/profile?a=b&_data=routes%2F_cabinet.profile`);
  expect(old.status()).toBe(404);
  const post = (path: string) =>
    request.post(cabinet.origin + path, { headers: sameOrigin, form: { a: "b" }, maxRedirects: 0 });
  for (const path of ["/public-offer", "/public-offer.data"]) {
    const answer = await post(path);
    expect(answer.status(), path).toBe(405);
    const id = answer.headers()["x-request-id"] ?? "";
    await expect.poll(() => cabinet.output()).toContain(id);
  }
  expect(cabinet.output()).not.toContain('"level":50');
});

test("a client that sends its headers too slowly is disconnected within 10 seconds", async () => {
  const startedAt = Date.now();
  const socket = connect(cabinet.port, "localhost");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
  let answer = "";
  socket.on("data", (text) => (answer += text));
  await once(socket, "close");
  expect(answer).toContain("408");
  expect(Date.now() - startedAt).toBeLessThan(10_000);
});

test("a port in use is reported in one sentence", async () => {
  const second = spawn(process.execPath, ["bin/serve.mjs"], {
    env: { ...process.env, PORT: String(cabinet.port), API_URL: "http://127.0.0.1:9", SESSION_SECRET: "x" },
  });
  let dialogText = "";
  second.stderr.on("data", (text) => (dialogText += text));
  const [code] = await once(second, "exit");
  expect([code, dialogText.trim()]).toEqual([
    1,
    `Port ${cabinet.port} is taken: stop what listens there, or set PORT to another.`,
  ]);
});

test("a signal ends it without errors", async () => {
  const own = await ownCabinet({ env: { LOG_LEVEL: "warn" } });
  await own.stop();
  expect(own.process.exitCode).toBe(0);
  expect(own.output()).toMatch(/^Ready: \S+\n$/);
});

test("a cabinet with an external API removes uploads left by a killed process, and not current ones", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "cabinet-old-uploads-"));
  const incoming = join(dataDir, "files/incoming");
  for (const [name, minutesAgo] of [
    ["form-old", 61],
    ["form-fresh", 50],
  ] as const) {
    mkdirSync(join(incoming, name), { recursive: true });
    const then = new Date(Date.now() - minutesAgo * 60_000);
    utimesSync(join(incoming, name), then, then);
  }
  const secondCabinet = await ownCabinet({ env: { DATA_DIR: dataDir } });
  try {
    await expect.poll(() => readdirSync(incoming)).toEqual(["form-fresh"]);
  } finally {
    await secondCabinet.stop();
    rmSync(dataDir, { recursive: true });
  }
});
