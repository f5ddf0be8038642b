import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ServerBuild } from "@remix-run/node";
import { createRequestHandler } from "@remix-run/node";
import { beforeAll, bench, describe } from "vitest";

/** The built cabinet's own request handler, with the demo's people, without a network or compression between. */
let ask: (path: string) => Promise<void>;

beforeAll(async () => {
  Object.assign(process.env, {
    NODE_ENV: "production",
    DATA_DIR: mkdtempSync(join(tmpdir(), "cabinet-bench-")),
    DEMO: "1",
    WORKER: "off",
    LOG_LEVEL: "silent",
  });
  const build = (await import(join(process.cwd(), "build/server/index.js"))) as unknown as ServerBuild;
  const handle = createRequestHandler(build, "production");
  const origin = "http://localhost:3000";
  const isReady = async () => (await handle(new Request(`${origin}/readyz`))).ok;
  for (let tries = 0; tries < 60 && !(await isReady()); tries++) await setTimeout(1_000);
  const form = new URLSearchParams({ email: "anna@demo.test", password: "demo-password", intent: "login" });
  const answer = await handle(new Request(`${origin}/login`, { method: "POST", body: form }));
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  if (answer.status !== 302) throw new Error(`Logging in answered ${answer.status}`);
  ask = async (path) => {
    const page = await handle(new Request(origin + path, { headers: { cookie } }));
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
    await page.text();
  };
}, 120_000);

describe("a page of the built cabinet, data and translation included", () => {
  for (const path of [
    "/public-offer",
    "/vps",
    "/online-monitoring/accounts",
    "/online-monitoring/demo-trend-following",
    "/partner-program",
    "/balance-operations",
    "/faq",
    "/profile",
  ]) {
    bench(path, () => ask(path), { time: 2_000, warmupIterations: 5 });
  }
});
