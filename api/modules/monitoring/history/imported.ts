import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

/** How far beyond its ends a file may meet known entries: clocks differ by an hour. */
export const margin = 2 * 3_600_000;

/** Whether a file brought anything that may be what terminals sent since a moment (Infinity: they sent nothing). Nearly no account has any. */
export function isImportedSince(accountId: string, since: number): SQL<boolean> {
  const from = Number.isFinite(since) ? new Date(since - margin).toISOString() : "infinity";
  return sql`(
    exists (select from monitoring_trades
      where account_id = ${accountId} and closed_at >= ${from}::timestamptz and source = 'import')
    or exists (select from monitoring_deals
      where account_id = ${accountId} and at >= ${from}::timestamptz and source = 'import'))`;
}
