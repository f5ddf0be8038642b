import type { SQLWrapper } from "drizzle-orm";
import { and, eq, sql } from "drizzle-orm";
import { withWrites } from "#api/db/batch";
import type { PostSource } from "#api/db/schema/monitoring-history";
import {
  monitoringDeals as deals,
  monitoringRevisions as revisions,
} from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { formatExact } from "#statements/decimal";
import { versionedDealFields } from "./deal-fields";

type Row = typeof deals.$inferInsert;
type StoredDeal = typeof deals.$inferSelect;

/** When a post arrived by our clock, and how. */
export type Arrival = { at: Date; via: PostSource };

/** Number of earlier versions of a deal that are stored; later ones are only counted. */
const maxVersions = 20;

/** Returns the stored terminal deals by ticket, as they are before the writes sent in the same statement. */
export async function knownDeals(
  tx: Tx,
  accountId: string,
  rows: Row[],
  writes: SQLWrapper[],
): Promise<Map<string, StoredDeal>> {
  if (rows.length + writes.length === 0) return new Map();
  const tickets = rows.map(({ ticket }) => ticket);
  const storedRows = await withWrites(tx, writes)
    .select()
    .from(deals)
    .where(
      and(
        eq(deals.accountId, accountId),
        sql`${deals.ticket} = any(${sql.param(tickets)}::text[])`,
        eq(deals.source, "terminal"),
      ),
    );
  return new Map(storedRows.map((row) => [row.ticket, row]));
}

/**
 * Adds the arrival to rows about to be stored, and records the previous version of deals that a terminal now reports
 * differently. Only rows imported from a file are overwritten without a revision, because no terminal reported them.
 */
export async function recordRevisions(
  tx: Tx,
  accountId: string,
  rows: Row[],
  storedByTicket: Map<string, StoredDeal>,
  { at, via }: Arrival,
): Promise<Row[]> {
  const changed = rows.flatMap((row) => {
    const before = storedByTicket.get(row.ticket);
    return before && isOther(before, row) ? [before] : [];
  });
  const recordable = changed.filter((before) => before.revisions < maxVersions);
  if (recordable.length > 0)
    await tx.insert(revisions).values(
      recordable.map((before) => ({
        accountId,
        ticket: before.ticket,
        number: before.revisions + 1,
        seenAt: at,
        via,
        was: versionedFieldsOf(before),
      })),
    );
  const isChanged = new Set(changed.map(({ ticket }) => ticket));
  return rows.map((row) => ({
    ...row,
    arrivedAt: at,
    via,
    revisions: (storedByTicket.get(row.ticket)?.revisions ?? 0) + (isChanged.has(row.ticket) ? 1 : 0),
  }));
}

/**
 * Returns whether a deal differs in its facts. A changed comment or expert's number is not a revision, nor is a
 * broker's time on a row stored before broker's times were recorded.
 */
function isOther(before: StoredDeal, row: Row): boolean {
  const [was, is] = [versionedFieldsOf(before), versionedFieldsOf(row)];
  return versionedDealFields.some(
    (name) => was[name] !== is[name] && !(name === "shownAt" && was[name] === null),
  );
}

function versionedFieldsOf(row: Row): Record<string, string | null> {
  return Object.fromEntries(
    versionedDealFields.map((name) => {
      const value = row[name] ?? null;
      if (value instanceof Date) return [name, value.toISOString()];
      return [name, typeof value === "bigint" ? formatExact(value) : value];
    }),
  );
}
