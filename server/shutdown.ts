import type { Server } from "node:http";
import { environment } from "#api/lib/environment";
import { log } from "#app/services/log.server";

const drainMs = 8_000;

let isLeaving = false;

/**
 * Returns whether this process was told by SIGUSR2 that it will stop, so that a load balancer sends it no new
 * requests.
 */
export const willStop = (): boolean => isLeaving;

/**
 * Finishes open requests at SIGTERM or SIGINT, then runs `release` and exits.
 *
 * @param release closes the process's resources, such as its database
 */
export function stopGracefully(server: Server, release: () => Promise<void>): void {
  process.on("SIGUSR2", () => {
    isLeaving = true;
  });
  let isDraining = false;
  // repeated signals too: a terminal signals every process of its group, and the primary its workers
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, async () => {
      if (isDraining) return;
      isDraining = true;
      await drain(server);
      await release().catch((error: unknown) => log.error({ err: error }, "the API did not stop"));
      process.exit(0);
    });
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.once("close", resolve));
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  server.closeIdleConnections();
  if (server.listening) server.close();
  else server.once("listening", () => server.close());
  await closed;
  clearTimeout(timer);
}

/** Exits with a one-line message if the port is not available. */
export function explainListenError(server: Server): void {
  server.once("error", (error: NodeJS.ErrnoException) => {
    console.error(sentenceFor(error));
    process.exit(1);
  });
}

function sentenceFor({ code, message }: NodeJS.ErrnoException): string {
  const { PORT: port = 3000 } = environment();
  if (code === "EADDRINUSE") return `Port ${port} is taken: stop what listens there, or set PORT to another.`;
  if (code === "EACCES") return `Port ${port} needs rights that this user has not: set PORT to another.`;
  return `The cabinet can't listen on port ${port}: ${message}.`;
}
