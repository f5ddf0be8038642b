/**
 * One cabinet process per core (WORKERS, docs/scale.md): this process listens and distributes connections among its
 * workers, each a `bin/serve.mjs` (node's cluster). It serves nothing itself, so that little in it can fail.
 */
import cluster from "node:cluster";
import { createServer } from "node:http";
import type { Logger } from "pino";
import { pino } from "pino";
import { AggregatorRegistry } from "prom-client";
import { environment } from "#api/lib/environment";
import { version } from "#app/services/version.server";

/** A worker that ran at least this long had started properly; the count of consecutive exits then restarts. */
const soundMilliseconds = 60_000;
const longestPauseMilliseconds = 30_000;

/** Returns the pause before a restart: none after the first exit, then half a second, one, two, … 30 seconds. */
const pauseAfter = (endsInARow: number) =>
  endsInARow === 1 ? 0 : Math.min(250 * 2 ** (endsInARow - 1), longestPauseMilliseconds);

type Ended = { code: number; signal: string; lived: number };

/** Starts `count` workers, restarts them when they exit, forwards signals and exits after the last worker. */
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
      // only one worker runs the jobs, the demo's terminal and the Telegram bot
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

  /** Starts the other workers once the first one has started and migrated the database. */
  function complete(): void {
    if (isComplete || isStopping) return;
    isComplete = true;
    for (let number = 2; number <= count; number++) start(number);
  }

  function ended(number: number, { code, signal, lived }: Ended): void {
    if (isStopping) {
      // a worker that had no signal handlers yet was ended by our signal
      if (code !== 0 && signal !== "SIGTERM" && signal !== "SIGINT") exitCode = 1;
      endWithTheLast();
      return;
    }
    // if the first worker can't start, none can; it has logged the reason
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

  function signalWorkers(signal: NodeJS.Signals): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }

  function stop(signal: NodeJS.Signals): void {
    // don't forward a second signal: the workers are already shutting down
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    for (const timer of pauses) clearTimeout(timer);
    signalWorkers(signal);
    endWithTheLast();
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  process.on("SIGUSR2", signalWorkers);
  serveMetrics(log);
  start(1);
}

/**
 * Serves the metrics of all workers as one page on METRICS_PORT: each worker counts its own requests; database
 * metrics come from the first.
 */
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
