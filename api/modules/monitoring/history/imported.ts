import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

/** Margin in ms around a file's time range within which known entries can match: clocks differ by an hour. */
export const margin = 2 * 3_600_000;

/**
 * Returns whether a file imported anything that could duplicate what terminals sent since a moment (Infinity: they
 * sent nothing). Almost no account has such rows.
 */
export function isImportedSince(accountId: string, since: number): SQL<boolean> {
  const from = Number.isFinite(since) ? new Date(since - margin).toISOString() : "infinity";
  return sql`(
    exists (select from monitoring_trades
      where account_id = ${accountId} and closed_at >= ${from}::timestamptz and source = 'import')
    or exists (select from monitoring_deals
      where account_id = ${accountId} and at >= ${from}::timestamptz and source = 'import'))`;
}
