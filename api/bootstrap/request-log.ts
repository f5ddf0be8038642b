import { sql } from "drizzle-orm";
import { failedRequests, requestCounts } from "#api/db/schema/requests";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { onLoggedError } from "#api/lib/log-errors";

export type FinishedRequest = {
  requestId: string | undefined;
  method: string;
  path: string;
  status: number;
  milliseconds: number;
};

const flushMs = 2_000;
const minuteMs = 60_000;
/** Stored failures per process and minute: while everything fails, the first ones tell as much. */
const failuresPerMinute = 60;
/** Kept in memory while the database is away. */
const mostMinutes = 120;
const mostFailures = 200;
const mostIds = 200;
const longestError = 2_000;

export type RequestLog = {
  record: (request: FinishedRequest) => void;
  /** Writes what is left. */
  stop: () => Promise<void>;
};

/** Long parts of a path may be the secret of a link. */
export const pathForLog = (path: string): string => path.replace(/[^/]{25,}/g, "…").slice(0, 200);

/**
 * Counts the requests of this process by minute and keeps what was logged about failed ones, and writes both to the
 * database every two seconds. While that is away, it keeps the latest in memory.
 */
export function createRequestLog({ db, clock }: Pick<Deps, "db" | "clock">): RequestLog {
  const errors = new Map<string, string[]>();
  const counts = new Map<number, { requests: number; failures: number }>();
  let failures: (typeof failedRequests.$inferInsert)[] = [];
  let stored = { minute: 0, failures: 0 };
  let writing: Promise<void> | undefined;

  const stopListening = onLoggedError(({ requestId, text }) => {
    const lines = errors.get(requestId) ?? [];
    errors.set(requestId, [...lines, text.slice(0, longestError)].slice(-5));
    const [oldest] = errors.keys();
    if (errors.size > mostIds && oldest !== undefined) errors.delete(oldest);
  });

  function record({ requestId, method, path, status, milliseconds }: FinishedRequest): void {
    const at = clock.now();
    const minute = Math.floor(at.getTime() / minuteMs) * minuteMs;
    const count = counts.get(minute) ?? { requests: 0, failures: 0 };
    counts.set(minute, count);
    const [oldest] = counts.keys();
    if (counts.size > mostMinutes && oldest !== undefined) counts.delete(oldest);
    count.requests++;
    if (status < 500) return;
    count.failures++;
    // not by `count`, which begins anew after each write
    if (stored.minute !== minute) stored = { minute, failures: 0 };
    if (!requestId || !/^[\w-]{8,64}$/.test(requestId) || stored.failures >= failuresPerMinute) return;
    stored.failures++;
    const error = (errors.get(requestId) ?? []).join("\n").slice(0, longestError);
    errors.delete(requestId);
    const ms = Math.round(milliseconds);
    failures.push({ requestId, at, method: method.slice(0, 10), path: pathForLog(path), status, ms, error });
    failures = failures.slice(-mostFailures);
  }

  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const rows = [...counts].map(([minute, count]) => ({ minute: new Date(minute), ...count }));
    const failed = failures;
    counts.clear();
    failures = [];
    try {
      await transaction(db, async (tx) => {
        await tx
          .insert(requestCounts)
          .values(rows)
          .onConflictDoUpdate({
            target: requestCounts.minute,
            set: {
              requests: sql`${requestCounts.requests} + excluded.requests`,
              failures: sql`${requestCounts.failures} + excluded.failures`,
            },
          });
        if (failed.length > 0) await tx.insert(failedRequests).values(failed);
      });
    } catch {
      // the database is away, which is logged elsewhere: with the next ones
      for (const { minute, requests, failures: count } of rows) {
        const since = counts.get(minute.getTime()) ?? { requests: 0, failures: 0 };
        counts.set(minute.getTime(), {
          requests: since.requests + requests,
          failures: since.failures + count,
        });
      }
      failures = [...failed, ...failures].slice(-mostFailures);
    }
  }

  const flush = () => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const timer = setInterval(flush, flushMs).unref();
  return {
    record,
    stop: async () => {
      clearInterval(timer);
      stopListening();
      await writing;
      await flush();
    },
  };
}
