import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve, startTwo } from "./workers.testing";

const credentials = { email: "anna@demo.test", password: "demo-password" };
const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
const json = { "content-type": "application/json" };

describe("a cabinet of two workers", () => {
  let cabinet: Awaited<ReturnType<typeof startTwo>>;
  beforeAll(async () => {
    cabinet = await startTwo();
    // the first start may have to build
    await cabinet.untilItListens(2, 1);
    await cabinet.untilReady();
  }, 300_000);
  afterAll(() => cabinet?.end(), 60_000);

  test("each worker answers, and a client who logs in at one is known to the other", async () => {
    const signedIn = await cabinet.send("/login", {
      method: "POST",
      headers: form,
      body: new URLSearchParams({ ...credentials, intent: "login" }).toString(),
    });
    expect([signedIn.status, signedIn.headers.location]).toEqual([302, "/vps"]);
    const cookie = (signedIn.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
    const other = (await cabinet.workerOf(signedIn)) === 1 ? 2 : 1;
    for (const worker of [other, 3 - other]) {
      const page = await cabinet.sendTo(worker, "/vps", { headers: { cookie } });
      expect([page.status, page.body.includes("</html>")]).toEqual([200, true]);
    }
  });

  test("wrong passwords are counted together, whichever worker receives them", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++) {
      const body = JSON.stringify({ email: "nobody@demo.test", password: "wrong" });
      statuses.push(
        (await cabinet.send("/api/user/auth/login", { method: "POST", headers: json, body })).status,
      );
    }
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(statuses[10]).toBe(429);
  });

  test("one metrics page counts the requests of both, and checks the ledger once", async () => {
    const scrape = async () => (await fetch(`http://127.0.0.1:${cabinet.metricsPort}/metrics`)).text();
    const served = (text: string) =>
      Number(/^page_seconds_count\{kind="page",status="404"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    const before = served(await scrape());
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => cabinet.send("/?_data=routes/none")),
    );
    expect(new Set(await Promise.all(responses.map(cabinet.workerOf)))).toEqual(new Set([1, 2]));
    const text = await scrape();
    expect(served(text) - before).toBe(10);
    expect(text).toMatch(/^service_info\{version="[^"]+"\} 1$/m);
    expect(text).toMatch(/^ledger_faults 0$/m);
    expect((await fetch(`http://127.0.0.1:${cabinet.metricsPort}/`)).status).toBe(404);
  });

  test("a killed worker loses only its current requests, and is started again", async () => {
    const failures: { error: string; begunAt: number }[] = [];
    let answered = 0;
    let isOver = false;
    const loads = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let step = 0; !isOver && step < 20_000; step++) {
          const begunAt = performance.now();
          await cabinet.send("/livez").then(
            ({ status }) => (status === 200 ? answered++ : failures.push({ error: `${status}`, begunAt })),
            (error: Error) => failures.push({ error: error.message, begunAt }),
          );
        }
      }),
    );
    const noticed: number[] = [];
    // worker 2 is killed twice: it is restarted at once the first time, and after a pause the second time
    for (const [worker, times] of [
      [2, 2],
      [1, 2],
      [2, 3],
    ] as const) {
      await cabinet.kill(worker);
      noticed.push(performance.now());
      const before = answered;
      await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(before + 20);
      await cabinet.untilItListens(worker, times);
    }
    isOver = true;
    await loads;
    // a worker listens before all of it has started, which takes long on a busy machine
    for (const worker of [1, 2])
      await expect
        .poll(async () => (await cabinet.sendTo(worker, "/api/user/auth")).status, { timeout: 60_000 })
        .toBe(401);
    console.log(
      `${noticed.length} kills: ${failures.length} of ${failures.length + answered} requests were cut`,
    );
    // four requests run at each kill; requests sent after the kill was noticed are served by the other worker
    expect(failures.length).toBeLessThanOrEqual(4 * noticed.length);
    const late = failures.filter(({ begunAt }) =>
      noticed.some((at, index) => begunAt > at && begunAt < (noticed[index + 1] ?? Infinity) - 1_000),
    );
    expect(late).toEqual([]);
    const ends = cabinet.lines().filter(({ msg }) => msg === "a worker ended");
    expect(ends.map(({ worker, startsInMilliseconds }) => [worker, startsInMilliseconds])).toEqual([
      [2, 0],
      [1, 0],
      [2, 500],
    ]);
  }, 200_000);

  test("jobs continue after the worker that ran them was killed", async () => {
    const email = "boris@demo.test";
    const body = JSON.stringify({ email });
    const sent = await cabinet.send("/api/user/auth/forgot-password-code", {
      method: "POST",
      headers: json,
      body,
    });
    expect(sent.status).toBe(200);
    const folder = join(cabinet.dataDir, "mail");
    const emails = () =>
      existsSync(folder) ? readdirSync(folder).filter((name) => name.includes(`${email}-resetCode`)) : [];
    await expect.poll(() => emails().length, { timeout: 60_000 }).toBe(1);
    const workers = cabinet.lines().filter(({ msg }) => msg === "job done");
    expect(new Set(workers.map(({ worker }) => worker))).toEqual(new Set([1]));
  });

  test("the signal of a coming stop reaches each worker: alive, and not ready", async () => {
    cabinet.primary.kill("SIGUSR2");
    for (const worker of [1, 2]) {
      const readiness = async () => (await cabinet.sendTo(worker, "/readyz")).body;
      await expect.poll(readiness).toBe("stopping");
      expect((await cabinet.sendTo(worker, "/livez")).status).toBe(200);
    }
  });

  test("SIGTERM lets current requests finish, further signals change nothing, and nothing is left behind", async () => {
    const lockFile = join(cabinet.dataDir, "postgres/data/postmaster.pid");
    expect(existsSync(lockFile)).toBe(true);
    const body = JSON.stringify(credentials);
    const logins = Array.from({ length: 2 }, () => {
      const headers = { ...json, "content-length": String(body.length), expect: "100-continue" };
      const options = { agent: false as const, method: "POST", headers, localAddress: "127.0.0.2" };
      return ask(`http://127.0.0.1:${cabinet.port}/api/user/auth/login`, options);
    });
    const answers = logins.map((login) => once(login, "response"));
    // now each request has reached a worker
    await Promise.all(
      logins.map((login) => {
        login.flushHeaders();
        return once(login, "continue");
      }),
    );
    const exit = once(cabinet.primary, "exit");
    cabinet.primary.kill("SIGTERM");
    await expect.poll(() => cabinet.lines().some(({ msg }) => msg === "stopping")).toBe(true);
    const pids = cabinet.lines().flatMap(({ msg, pid }) => (msg === "a worker listens" && pid ? [pid] : []));
    for (const pid of pids.slice(-2)) process.kill(pid, "SIGTERM");
    cabinet.primary.kill("SIGINT");
    await expect(cabinet.send("/livez")).rejects.toThrow();
    for (const login of logins) login.end(body);
    for (const [response] of await Promise.all(answers)) {
      expect(response.statusCode).toBe(200);
      response.resume();
    }
    expect(await exit).toEqual([0, null]);
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(lockFile)).toBe(false);
    const faults = cabinet
      .lines()
      .filter(({ level, msg }) => Number(level) >= 50 && msg !== "a worker ended");
    expect(faults).toEqual([]);
  }, 60_000);
});

test("a port in use is reported once, and ends all processes", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const second = serve({
    WORKERS: "3",
    API_URL: "http://127.0.0.1:9",
    PORT: String(port),
    LOG_LEVEL: "silent",
  });
  const [code] = await once(second.primary, "exit");
  holder.close();
  expect(code).toBe(1);
  expect(second.output().match(/Port \d+ is taken/g)).toHaveLength(1);
}, 120_000);

test("an invalid number of workers is reported before anything is built or started", async () => {
  const odd = serve({ WORKERS: "many" });
  const [code] = await once(odd.primary, "exit");
  expect([code, odd.output().trim()]).toEqual([
    1,
    "WORKERS must be a number of processes or auto, not many.",
  ]);
});
