import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT", "EAI_AGAIN"]);
/**
 * Connection exceptions, a read-only server, too many connections, and shutdown, crash, startup (PostgreSQL's
 * appendix A).
 */
const stateCodes = /^(08\w{3}|25006|53300|57P0[123])$/;
/** The driver's own messages, which have no code. */
const driverMessages = /connection terminated|not queryable|timeout exceeded when trying to connect/i;

const defaultTimeoutMs = 60_000;
const shortestPauseMilliseconds = 200;
const longestPauseMilliseconds = 2_000;

/**
 * Returns whether an error means that the database is temporarily unavailable, rather than that the query was wrong.
 */
export function isOutage(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as Error & { code?: unknown };
    if (typeof code === "string" && (networkCodes.has(code) || stateCodes.test(code))) return true;
    if (driverMessages.test(at.message)) return true;
  }
  return false;
}

/**
 * Repeats `work`, which must be safe to repeat, until the database stays available throughout; for a minute at most
 * by default.
 */
export async function throughOutages<T>(
  work: () => Promise<T>,
  log: Logger,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  let pauseMilliseconds = shortestPauseMilliseconds;
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > until) throw error;
      log.warn({ err: error }, "the database is away; trying again");
      await pause(pauseMilliseconds);
      pauseMilliseconds = Math.min(2 * pauseMilliseconds, longestPauseMilliseconds);
    }
  }
}
