import type { Database } from "./connect";

export type Tx = Parameters<Parameters<Database["transaction"]>[0]>[0];

const attempts = 8;
/** Serialization failure, deadlock, lock not available: nothing has happened, so it may be tried again. */
const passing = new Set(["40001", "40P01", "55P03"]);

/** PostgreSQL's error code, wherever in the chain of causes the driver put it. */
export function errorCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as Error & { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return undefined;
}

/** Runs `work` in one transaction; deadlocks and serialization failures are tried again after a short random pause. */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt >= attempts || !passing.has(errorCode(error) ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}
