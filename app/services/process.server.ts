import type { Server } from "node:http";
import { join } from "node:path";
import {
  embeddedApi,
  registry,
  serveMetrics,
  stopEmbeddedApi,
  sweepIncomingHourly,
} from "./embedded-api.server";
import { environment } from "./env.server";
import { log } from "./log.server";

const drainMilliseconds = 8_000;

/**
 * Ties what this process holds to its server: the database and the queue start when it listens, not with the first reader;
 * at a signal what is under way is finished, then they are let go. A port that can't be had ends the process in one sentence.
 */
export function liveWith(server: Server): void {
  refuseBadSettings();
  server.once("listening", async () => {
    serveMetrics(registry()).catch((error: unknown) => log.error({ err: error }, "no metrics are served"));
    // the API inside this process removes old uploads itself
    if (environment().apiUrl) sweepIncomingHourly(join(environment().dataDir, "files/incoming"), log);
    else await embeddedApi().catch((error: unknown) => log.error({ err: error }, "the API did not start"));
    // to the primary, where this is one of its workers (bin/workers.mjs)
    process.send?.("ready");
  });
  server.once("error", (error: NodeJS.ErrnoException) => {
    console.error(whyNot(error));
    process.exit(1);
  });
  process.on("SIGUSR2", () => {
    isLeaving = true;
  });
  let isDraining = false;
  // also the second and third: a terminal tells every process of its group, and the primary its workers
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (isDraining) return;
      isDraining = true;
      void drain(server);
    });
}

/** A setting that can't be read, or a band that no text can be read on, ends the process before anybody is served. */
function refuseBadSettings(): void {
  try {
    environment();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  const { port } = environment();
  if (code === "EADDRINUSE") return `Port ${port} is taken: stop what listens there, or set PORT to another.`;
  if (code === "EACCES") return `Port ${port} needs rights that this user has not: set PORT to another.`;
  return `The cabinet can't listen on port ${port}: ${message}.`;
}

let isLeaving = false;
/** Whether this process was told (SIGUSR2) that it will be stopped: nobody is to be sent here any more. */
export const willStop = (): boolean => isLeaving;

/** What is under way is finished, then the database is let go. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.once("close", resolve));
  const timer = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
  server.closeIdleConnections();
  // remix-serve closes its server at the same signal, and complains where it is closed already
  setImmediate(() => (server.listening ? server.close() : server.once("listening", () => server.close())));
  await closed;
  clearTimeout(timer);
  await stopEmbeddedApi().catch((error: unknown) => log.error({ err: error }, "the API did not stop"));
  process.exit(0);
}
