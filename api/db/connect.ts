import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import { Pool, types } from "pg";
import { connectionQuotas } from "./connection-quota";
import { rejectInsideTransaction } from "./transaction-scope";

/**
 * The schema is left out of the type: Drizzle would compute the tables' relations, a millisecond per transaction, and
 * nothing uses them.
 */
export type Database = NodePgDatabase & { $client: Pool };

const bigintType = 20;

/**
 * `bigint` and `count(*)` arrive as text. Sums in cents fit a safe integer; a larger number must throw instead of
 * being rounded silently.
 */
types.setTypeParser(bigintType, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the safe integers`);
  return value;
});

type Connected = (error: unknown, client?: PoolClient, release?: PoolClient["release"]) => void;

/**
 * A pool that gives no second connection to code that holds one already, and at most a quota to each client
 * (`onBehalfOf`): further requests of a client wait for its own connections. `query` uses `connect` too.
 */
class SharedPool extends Pool {
  private readonly enter = connectionQuotas(this.part(shareOfOne), this.part(shareOfGuests));

  private part(share: number): number {
    return Math.max(1, Math.floor((this.options.max ?? 10) * share));
  }

  override connect: Pool["connect"] = ((done?: Connected) => {
    rejectInsideTransaction();
    const connected = this.connectWithinShare();
    if (!done) return connected;
    connected.then(
      (client) => done(undefined, client, client.release),
      (error: unknown) => done(error),
    );
  }) as Pool["connect"];

  private async connectWithinShare(): Promise<PoolClient> {
    const leave = await this.enter();
    try {
      const client = await super.connect();
      const release = client.release.bind(client);
      client.release = (destroy) => {
        leave();
        release(destroy);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/** Shares of the pool: the rest is always available to others. */
const shareOfOne = 0.4;
const shareOfGuests = 0.6;

/** Opens a pool on a PostgreSQL address; statements, locks and idle transactions have timeouts. */
export function connect(
  url: string,
  poolSize = 10,
): { db: Database; pool: Pool; close: () => Promise<void> } {
  const pool = new SharedPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 8_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: "cabinet",
  });
  // The pool replaces a broken connection, and a query on it fails with its own error. But the event also comes for a
  // connection that is idle or waits inside a transaction, and without listeners it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}
