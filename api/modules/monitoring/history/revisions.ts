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

/** When a post came by our clock, and how. */
export type Arrival = { at: Date; via: PostSource };

/** So many earlier versions of a deal are kept; later ones are counted only. */
const keptVersions = 20;

/** What terminals said before of some deals, by their tickets, as it is before some writes that are sent with the question. */
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
 * Gives rows about to be stored their arrival, and keeps what known deals said where a terminal now says something else. Only what a
 * file brought gives way without a trace: it was never a terminal's word.
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

/** A comment and an expert's number make no other deal. A time of before broker's times were kept is no other time. */
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
