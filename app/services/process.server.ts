import morgan from "morgan";
import { embeddedApi, stopEmbeddedApi } from "./embedded-api.server";
import { environment } from "./env.server";
import { log } from "./log.server";
import { httpServer } from "./request-context.server";

/**
 * remix-serve logs by morgan's "tiny" format, which prints query strings. It asks for the format by name,
 * after it has loaded this build: so the name gets a format of ours, one JSON line a request without its query.
 */
morgan.format("tiny", (tokens, request, response) => {
  log.info(
    {
      method: tokens.method?.(request, response),
      path: tokens.url?.(request, response)?.split("?")[0],
      status: response.statusCode,
      ms: Math.round(Number(tokens["response-time"]?.(request, response) ?? 0)),
      requestId: response.getHeader("x-request-id"),
    },
    "request",
  );
  return undefined;
});

// the database and the queue start with the process, not with its first reader
if (!environment().apiUrl && process.env.NODE_ENV !== "test")
  embeddedApi().catch((error: unknown) => log.error({ err: error }, "the API did not start"));

const drainMilliseconds = 8_000;

/** remix-serve stops listening at these signals; what is under way is finished, then the database is let go. */
async function drain(): Promise<void> {
  const server = httpServer();
  if (server) {
    const closed = new Promise((resolve) => server.once("close", resolve));
    const timer = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
    server.closeIdleConnections();
    await closed;
    clearTimeout(timer);
  }
  await stopEmbeddedApi().catch((error: unknown) => log.error({ err: error }, "the API did not stop"));
  process.exit(0);
}

const shared = globalThis as typeof globalThis & { drainsAtSignals?: boolean };
if (process.env.NODE_ENV === "production" && !shared.drainsAtSignals) {
  shared.drainsAtSignals = true;
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void drain());
}
