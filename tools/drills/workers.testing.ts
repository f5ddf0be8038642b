import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { vi } from "vitest";
import { freePort } from "#api/cli/free-port";

type Line = {
  msg?: string;
  part?: string;
  worker?: number;
  pid?: number;
  requestId?: string;
  [more: string]: unknown;
};
type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string };
type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /**
   * Identifies the log line of this response if its headers don't: the first one of its kind after this number of
   * lines.
   */
  request: { method: string; path: string | undefined; linesBefore: number };
};

/** Runs `npm start` with a test's settings and collects its output. */
export function serve(settings: Record<string, string>) {
  const primary: ChildProcess = spawn(process.execPath, ["bin/serve.mjs"], {
    env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const output of [primary.stdout, primary.stderr]) output?.on("data", (text) => (written += text));
  return {
    primary,
    output: () => written,
    lines: (): Line[] =>
      written
        .split("\n")
        .filter((line) => line.startsWith("{") && line.endsWith("}"))
        .map((line) => JSON.parse(line)),
  };
}

/** Starts a cabinet with two workers and a separate database. */
export async function startTwo() {
  const dataDir = await mkdtemp(join(tmpdir(), "cabinet-workers-"));
  await chmod(dataDir, 0o711);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const cabinet = serve({
    DATA_DIR: dataDir,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_ORIGIN: "",
    WORKERS: "2",
    DEMO: "1",
    LOG_LEVEL: "info",
  });
  const { primary, lines } = cabinet;

  /** Sends a request on a new connection, which goes to the next worker. */
  const send = (path: string, { method = "GET", headers = {}, body }: RequestOptions = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = { method, path: path.split("?")[0], linesBefore: lines().length };
      const options = { agent: false as const, method, timeout: 20_000, headers };
      const request = ask(`http://127.0.0.1:${port}${path}`, options, (response) =>
        buffer(response).then(
          (read) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: read.toString(),
              request: sent,
            }),
          reject,
        ),
      );
      request.once("timeout", () => request.destroy(new Error(`${path} did not answer`)));
      request.once("error", reject);
      request.end(body);
    });

  /**
   * Returns the worker that logged this response: for an error by its id, else by the only request of its kind at
   * that time.
   */
  async function workerOf({ headers, request: { method, path, linesBefore } }: Answer): Promise<number> {
    const id = headers["x-request-id"];
    const findLine = () =>
      lines()
        .slice(linesBefore)
        .find(
          (line) =>
            line.msg === "request" &&
            (id ? line.requestId === id : line.method === method && line.path === path),
        );
    const line = await vi.waitUntil(findLine, { timeout: 10_000 });
    return line.worker ?? 0;
  }

  const listening = (worker: number) =>
    lines().filter((line) => line.msg === "a worker listens" && line.worker === worker);

  return {
    ...cabinet,
    dataDir,
    port,
    metricsPort,
    send,
    workerOf,
    untilReady: () =>
      vi.waitUntil(async () => (await send("/readyz").catch(() => null))?.status === 200, {
        timeout: 60_000,
      }),
    /** Sends requests until this worker has responded. */
    async sendTo(worker: number, path: string, request?: RequestOptions): Promise<Answer> {
      for (let time = 0; time < 20; time++) {
        const answer = await send(path, request);
        if ((await workerOf(answer)) === worker) return answer;
      }
      throw new Error(`worker ${worker} was never asked`);
    },
    /** Kills a worker like a crash; the log tells when another one listens in its place. */
    async kill(worker: number): Promise<void> {
      const before = listening(worker);
      process.kill(before.at(-1)?.pid ?? Number.NaN, "SIGKILL");
      const ends = () => lines().filter((line) => line.msg === "a worker ended" && line.worker === worker);
      await vi.waitUntil(() => ends().length === before.length, { timeout: 10_000, interval: 5 });
    },
    untilItListens: (worker: number, times: number) =>
      vi.waitUntil(() => listening(worker).length === times, { timeout: 90_000 }),
    async end(): Promise<void> {
      if (primary.exitCode === null && primary.signalCode === null) {
        const ended = once(primary, "exit");
        primary.kill("SIGTERM");
        await ended;
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
    },
  };
}
