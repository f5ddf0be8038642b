import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import type { Database } from "./connect";
import { isOutage } from "./outage";
import { insideTransaction } from "./transaction-scope";

export type Tx = Parameters<Parameters<Database["transaction"]>[0]>[0];

const attempts = 8;
/** Serialization failure, deadlock, lock not available: nothing has been changed, so a retry is safe. */
const passing = new Set(["40001", "40P01", "55P03"]);

/** Returns PostgreSQL's error code, wherever in the chain of causes the driver put it. */
export function errorCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as Error & { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return undefined;
}

/**
 * Runs `work` in one transaction; retries deadlocks and serialization failures after a short random pause. Inside,
 * only `tx` may query the database: the pool's `db` throws there (`transaction-scope.ts`), and so does a nested
 * `transaction`.
 */
export async function transaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(db, work, config);
    } catch (error) {
      if (attempt >= attempts || !passing.has(errorCode(error) ?? "")) throw error;
    }
    await pause(Math.random() * 20 * attempt);
  }
}

/**
 * Acquires the connection itself: Drizzle's own transaction on a pool does not release it if `begin` fails, so a few
 * outages would leave the pool empty for good.
 */
async function attemptOnce<T>(
  { $client: pool }: Database,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const connection = await pool.connect();
  const alone = drizzle(connection);
  try {
    const result = await insideTransaction(() => alone.transaction(work, config));
    connection.release();
    return result;
  } catch (error) {
    // a connection to a replaced primary would fail every next transaction too
    connection.release(isOutage(error));
    throw error;
  }
}
