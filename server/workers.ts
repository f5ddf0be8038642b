/**
 * A cabinet a core (WORKERS, docs/scale.md): this process listens and hands each connection to the next of its workers, which
 * are `bin/serve.mjs` each (node's cluster). It serves nothing itself, so that there is little in it that could fail.
 */
import cluster from "node:cluster";
import { createServer } from "node:http";
import type { Logger } from "pino";
import { pino } from "pino";
import { AggregatorRegistry } from "prom-client";
import { environment } from "#api/lib/environment";
import { version } from "#app/services/version.server";

/** A worker that lived so long had started well: what ended it is not what ended those before. */
const soundMilliseconds = 60_000;
const longestPauseMilliseconds = 30_000;

/** At once after a first end, then half a second, one, two, … 30 seconds. */
const pauseAfter = (endsInARow: number) =>
  endsInARow === 1 ? 0 : Math.min(250 * 2 ** (endsInARow - 1), longestPauseMilliseconds);

type Ended = { code: number; signal: string; lived: number };

/** Starts so many workers, keeps them alive, hands signals on and ends when they have ended. */
export function superviseWorkers(count: number): void {
  const log = pino({ level: environment().LOG_LEVEL, base: { part: "primary", version } });
  const endsInARow = new Map<number, number>();
  const pauses = new Set<NodeJS.Timeout>();
  let hasListened = false;
  let isComplete = false;
  let isStopping = false;
  let exitCode = 0;

  function start(number: number): void {
    const worker = cluster.fork({
      WORKER_NUMBER: number,
      WORKER_COUNT: count,
      // one of them runs the jobs, the demo's terminal and the chat-bot
      ...(number > 1 && { WORKER: "off" }),
    });
    const startedAt = performance.now();
    worker.once("listening", () => {
      hasListened = true;
      log.info({ worker: number, pid: worker.process.pid }, "a worker listens");
    });
    worker.on("message", (message) => message === "ready" && complete());
    worker.once("exit", (code, signal) =>
      ended(number, { code, signal, lived: performance.now() - startedAt }),
    );
  }

  /** The others find the database that the first one has started and brought up to date. */
  function complete(): void {
    if (isComplete || isStopping) return;
    isComplete = true;
    for (let number = 2; number <= count; number++) start(number);
  }

  function ended(number: number, { code, signal, lived }: Ended): void {
    if (isStopping) {
      // a worker that had not come as far as to listen to signals was ended by ours
      if (code !== 0 && signal !== "SIGTERM" && signal !== "SIGINT") exitCode = 1;
      endWithTheLast();
      return;
    }
    // what the first one can't do, none can, and it has said why
    if (!hasListened) process.exit(code || 1);
    const ends = lived > soundMilliseconds ? 1 : (endsInARow.get(number) ?? 0) + 1;
    endsInARow.set(number, ends);
    const pause = pauseAfter(ends);
    log.error({ worker: number, code, signal, startsInMilliseconds: pause }, "a worker ended");
    const timer = setTimeout(() => {
      pauses.delete(timer);
      start(number);
    }, pause);
    pauses.add(timer);
  }

  function endWithTheLast(): void {
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(exitCode);
  }

  function tell(signal: NodeJS.Signals): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }

  function stop(signal: NodeJS.Signals): void {
    // a second one is not handed on: each worker is about to end by itself
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    for (const timer of pauses) clearTimeout(timer);
    tell(signal);
    endWithTheLast();
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  process.on("SIGUSR2", tell);
  serveMetrics(log);
  start(1);
}

/** The figures of all workers as one page on METRICS_PORT: each counts what it served, the database's are of the first. */
function serveMetrics(log: Logger): void {
  const { METRICS_PORT, METRICS_HOST } = environment();
  if (METRICS_PORT === undefined) return;
  const registry = new AggregatorRegistry();
  const server = createServer(async (request, response) => {
    const isMetrics = request.url === "/metrics";
    const text = isMetrics ? await registry.clusterMetrics().catch(() => null) : null;
    response.statusCode = text === null ? (isMetrics ? 503 : 404) : 200;
    response.setHeader("content-type", registry.contentType);
    response.end(text ?? "");
  });
  server.once("error", (error) => log.error({ err: error }, "no metrics are served"));
  server.listen(METRICS_PORT, METRICS_HOST);
}
