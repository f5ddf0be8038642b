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
import { dealFacts } from "./deal-fields";

type Row = typeof deals.$inferInsert;
type Known = typeof deals.$inferSelect;

/** When a post arrived by our clock, and how. */
export type Arrival = { at: Date; via: PostSource };

/** Number of earlier versions of a deal that are stored; later ones are only counted. */
const keptVersions = 20;

/** Returns the stored terminal deals by ticket, as they are before the writes sent in the same statement. */
export async function knownDeals(
  tx: Tx,
  accountId: string,
  rows: Row[],
  writes: SQLWrapper[],
): Promise<Map<string, Known>> {
  if (rows.length + writes.length === 0) return new Map();
  const tickets = rows.map(({ ticket }) => ticket);
  const found = await withWrites(tx, writes)
    .select()
    .from(deals)
    .where(
      and(
        eq(deals.accountId, accountId),
        sql`${deals.ticket} = any(${sql.param(tickets)}::text[])`,
        eq(deals.source, "terminal"),
      ),
    );
  return new Map(found.map((row) => [row.ticket, row]));
}

/**
 * Adds the arrival to rows about to be stored, and records the previous version of deals that a terminal now reports
 * differently. Only rows imported from a file are overwritten without a revision, because no terminal reported them.
 */
export async function keepRevisions(
  tx: Tx,
  accountId: string,
  rows: Row[],
  known: Map<string, Known>,
  { at, via }: Arrival,
): Promise<Row[]> {
  const changed = rows.flatMap((row) => {
    const before = known.get(row.ticket);
    return before && isOther(before, row) ? [before] : [];
  });
  const recordable = changed.filter((before) => before.revisions < keptVersions);
  if (recordable.length > 0)
    await tx.insert(revisions).values(
      recordable.map((before) => ({
        accountId,
        ticket: before.ticket,
        number: before.revisions + 1,
        seenAt: at,
        via,
        was: factsOf(before),
      })),
    );
  const isChanged = new Set(changed.map(({ ticket }) => ticket));
  return rows.map((row) => ({
    ...row,
    arrivedAt: at,
    via,
    revisions: (known.get(row.ticket)?.revisions ?? 0) + (isChanged.has(row.ticket) ? 1 : 0),
  }));
}

/**
 * Returns whether a deal differs in its facts. A changed comment or expert's number is not a revision, nor is a
 * broker's time on a row stored before broker's times were recorded.
 */
function isOther(before: Known, row: Row): boolean {
  const [was, is] = [factsOf(before), factsOf(row)];
  return dealFacts.some((name) => was[name] !== is[name] && !(name === "shownAt" && was[name] === null));
}

function factsOf(row: Row): Record<string, string | null> {
  return Object.fromEntries(
    dealFacts.map((name) => {
      const value = row[name] ?? null;
      if (value instanceof Date) return [name, value.toISOString()];
      return [name, typeof value === "bigint" ? formatExact(value) : value];
    }),
  );
}
