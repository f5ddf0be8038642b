import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

const networkCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT", "EAI_AGAIN"]);
/** Connection exception, a server that takes no writes, too many connections, and shut down, crashed, starting up (PostgreSQL's appendix A). */
const stateCodes = /^(08\w{3}|25006|53300|57P0[123])$/;
/** The driver's own words, which have no code. */
const driverWords = /connection terminated|not queryable|timeout exceeded when trying to connect/i;

const patienceMilliseconds = 60_000;
const shortestPauseMilliseconds = 200;
const longestPauseMilliseconds = 2_000;

/** Whether an error says that the database is away for the moment, rather than that it was asked something wrong. */
export function isOutage(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as Error & { code?: unknown };
    if (typeof code === "string" && (networkCodes.has(code) || stateCodes.test(code))) return true;
    if (driverWords.test(at.message)) return true;
  }
  return false;
}

/** Does `work`, which must be safe to repeat, until the database was there from its beginning to its end; a minute at most, unless told otherwise. */
export async function throughOutages<T>(
  work: () => Promise<T>,
  log: Logger,
  patience = patienceMilliseconds,
): Promise<T> {
  let pauseMilliseconds = shortestPauseMilliseconds;
  const until = Date.now() + patience;
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
