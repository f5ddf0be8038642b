import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, types } from "pg";
import { refuseInsideTransaction } from "./extent";
import * as schema from "./schema/index";

export type Database = NodePgDatabase<typeof schema> & { $client: Pool };

const bigintType = 20;

/** `bigint` and `count(*)` come as text: sums in cents fit a safe integer, and what does not must not be rounded in silence. */
types.setTypeParser(bigintType, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the safe integers`);
  return value;
});

/** A pool that gives no connection to code that holds one already (`query` asks `connect` too). */
class OneConnectionPool extends Pool {
  override connect: Pool["connect"] = ((...rest: []) => {
    refuseInsideTransaction();
    return super.connect(...rest);
  }) as Pool["connect"];
}

/** Opens a pool on a PostgreSQL address; statements, locks and idle transactions are bounded in time. */
export function connect(
  url: string,
  poolSize = 10,
): { db: Database; pool: Pool; close: () => Promise<void> } {
  const pool = new OneConnectionPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 8_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: "cabinet",
  });
  // A connection that breaks is replaced by the pool, and a query on it fails by itself. But the event also comes for a connection
  // that is idle, or rests inside a transaction, and without listeners it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() };
}
