import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#api/cli/free-port";
import failure from "#locales/en/failure.json";
import { processesIn } from "./processes.testing";

/** Nothing listens there, so the database never becomes available. */
const nowhere = "postgres://cabinet@127.0.0.1:9/cabinet";
const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

let folder: string;
let processes: ReturnType<typeof processesIn>;
let [cabinet, api] = ["", ""];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinet-starting-"));
  processes = processesIn(folder);
  const [cabinetPort, apiPort] = [await freePort(), await freePort()];
  const start = (name: string, port: number, args: string[]) =>
    processes.run(name, process.execPath, args, {
      user,
      cwd: process.cwd(),
      env: { DATA_DIR: join(folder, name), PORT: String(port), DATABASE_URL: nowhere, LOG_LEVEL: "silent" },
    });
  start("cabinet", cabinetPort, ["bin/serve.mjs"]);
  start("api", apiPort, ["--import", "tsx", "api/cli/api.ts"]);
  cabinet = `http://localhost:${cabinetPort}`;
  api = `http://localhost:${apiPort}`;
  // the first start may have to build, so wait twice
  const isUp = () => processes.untilItAnswers(`${cabinet}/livez`, "cabinet");
  await isUp().catch(isUp);
  await processes.untilItAnswers(`${api}/livez`, "api");
}, 300_000);
afterAll(async () => {
  for (const name of ["cabinet", "api"]) await processes.stop(name);
  await rm(folder, { recursive: true, force: true });
}, 60_000);

test("until the service is ready every request gets 503 with Retry-After at once", async () => {
  for (const origin of [cabinet, api])
    for (const [method, path] of [
      ["GET", "/api/user/auth"],
      ["POST", "/api/user/auth/login"],
      ["POST", "/api/monitoring/ingest"],
    ] as const) {
      const answer = await fetch(origin + path, { method, signal: AbortSignal.timeout(2_000) });
      expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "2"]);
      expect(await answer.json()).toMatchObject({
        code: "unavailable",
        message: expect.stringMatching(/\S/),
      });
    }
});

test("pages that need the service say in time that it is starting, others are complete", async () => {
  const page = (path: string) => fetch(cabinet + path, { signal: AbortSignal.timeout(8_000) });
  const away = await page("/online-monitoring/public");
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await away.text()).toContain(failure.startingTitle);
  expect((await page("/login")).status).toBe(200);
});

test("a starting service is alive, and not ready", async () => {
  for (const origin of [cabinet, api])
    expect([(await fetch(`${origin}/livez`)).status, (await fetch(`${origin}/readyz`)).status]).toEqual([
      200, 503,
    ]);
});
