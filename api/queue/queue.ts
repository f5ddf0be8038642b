import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import PgBoss from "pg-boss";
import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import { daySeconds } from "#contract/day";
import type { Lane } from "./job";

/** Jobs that failed for the last time. */
export const deadLetters = "dead";

/** Seconds after which an unfinished job counts as failed, because its worker has died. */
const expireInSeconds: Record<Lane, number> = { quick: 60, slow: 15 * 60 };
export const lanes = Object.keys(expireInSeconds) as Lane[];

/** Content of a waiting job. */
export type Waiting = { job: string; payload: unknown };

/** Returns pg-boss on the service's own connections. With `supervise` it requeues jobs whose worker has died. */
export function queueOn(pool: Pool, { supervise = false } = {}): PgBoss {
  const executeSql = async (text: string, values?: unknown[]) => {
    const client = await pool.connect();
    try {
      const result = await client.query(text, values);
      client.release();
      return result;
    } catch (error) {
      // pg-boss sends whole transactions as one text: a connection that failed half-way is not reused
      client.release(true);
      throw error;
    }
  };
  return new PgBoss({
    db: { executeSql },
    supervise,
    schedule: false,
    migrate: false,
    maintenanceIntervalSeconds: 30,
    archiveFailedAfterSeconds: 30 * daySeconds,
  });
}

/** Creates or migrates the queue's tables and lanes. Callers must hold the lock of the migrations. */
export async function prepareQueue(
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>,
): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: query as PgBoss.Db["executeSql"] },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.createQueue(deadLetters, { name: deadLetters });
  // "short": one waiting job per key
  for (const name of lanes)
    await boss.createQueue(name, {
      name,
      policy: "short",
      deadLetter: deadLetters,
      expireInSeconds: expireInSeconds[name],
    });
  await boss.stop({ graceful: false });
}

/** Converts a pg-boss statement (`$1`, `$2`…) to a Drizzle one, to run inside a business transaction. */
export function asSql(text: string, values: unknown[]): SQL {
  const segments = text
    .split(/\$(\d+)/)
    .map((segment, index) => (index % 2 ? sql`${values[Number(segment) - 1] ?? null}` : sql.raw(segment)));
  return sql.join(segments);
}

export const inside = (tx: Tx | Database): PgBoss.Db => ({
  executeSql: (text, values) => tx.execute(asSql(text, values)),
});
