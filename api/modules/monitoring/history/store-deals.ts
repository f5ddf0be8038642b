import type { SQLWrapper } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { monitoringDeals as deals } from "#api/db/schema/monitoring-history";
import type { Tx } from "#api/db/transaction";
import { chunks } from "#statements/chunks";
import type { BalanceOperation, Deal } from "#statements/types";
import { dealFields } from "./deal-fields";
import { deriveTrades } from "./derive-trades";
import type { DirtyRanges } from "./dirty-ranges";
import { mergeRanges, noChange } from "./dirty-ranges";
import type { Arrival } from "./revisions";
import { knownDeals, recordRevisions } from "./revisions";

type Row = typeof deals.$inferInsert;

/** PostgreSQL accepts 65,535 parameters a statement. */
const rowsAtOnce = 2_000;

/**
 * Stores a terminal's deals and operations and derives the trades of their positions. Repeats change nothing. A known
 * ticket with new numbers is updated, and its previous version is stored (`recordRevisions`).
 *
 * @param extra positions about which something else became known, with the statements that write it; their trades
 * are rederived too
 */
export async function storeDeals(
  tx: Tx,
  accountId: string,
  sent: { deals: Deal[]; operations: BalanceOperation[] },
  arrival: Arrival,
  extra: { positions: string[]; writes: SQLWrapper[] },
): Promise<DirtyRanges & { fresh: number }> {
  const rows = [
    ...sent.deals.map((deal) => dealRow(accountId, deal)),
    ...sent.operations.map((item) => operationRow(accountId, item)),
  ];
  let change = noChange;
  let fresh = 0;
  const positions = new Set<string>(extra.positions);
  const known = await knownDeals(tx, accountId, rows, extra.writes);
  for (const sentAtOnce of chunks(rows, rowsAtOnce)) {
    const some = await recordRevisions(tx, accountId, sentAtOnce, known, arrival);
    for (const { at, type, position, isNew } of await upsert(tx, some)) {
      if (isNew) fresh += 1;
      if (type === "buy" || type === "sell") positions.add(position);
      else change = mergeRanges(change, { events: at.getTime(), flows: at.getTime() });
    }
  }
  const derived = await deriveTrades(tx, accountId, [...positions]);
  return { ...mergeRanges(change, derived), fresh };
}

/** Adds operations of an imported statement; known tickets stay unchanged. */
export async function importOperations(
  tx: Tx,
  accountId: string,
  operations: BalanceOperation[],
  isPlatformTicket: boolean,
): Promise<DirtyRanges> {
  let change = noChange;
  const source = "import" as const;
  for (const some of chunks(operations, rowsAtOnce)) {
    const rows = some.map((item) => ({ ...operationRow(accountId, item), source, isPlatformTicket }));
    const added = await tx.insert(deals).values(rows).onConflictDoNothing().returning({ at: deals.at });
    for (const { at } of added) change = mergeRanges(change, { events: at.getTime(), flows: at.getTime() });
  }
  return change;
}

async function upsert(tx: Tx, rows: Row[]) {
  const sent = dealFields.map((field) => sql`excluded.${sql.identifier(deals[field].name)}`);
  const stored = sql.join(
    dealFields.map((field) => sql`${deals[field]}`),
    sql`, `,
  );
  return tx
    .insert(deals)
    .values(rows)
    .onConflictDoUpdate({
      target: [deals.accountId, deals.ticket],
      set: {
        ...Object.fromEntries(dealFields.map((field, index) => [field, sent[index]])),
        revisions: sql`excluded.revisions`,
        arrivedAt: sql`coalesce(${deals.arrivedAt}, excluded.arrived_at)`,
        via: sql`coalesce(${deals.via}, excluded.via)`,
        source: "terminal",
      },
      setWhere: sql`(${stored}) is distinct from (${sql.join(sent, sql`, `)})`,
    })
    .returning({ at: deals.at, type: deals.type, position: deals.position, isNew: sql<boolean>`xmax = 0` });
}

const momentOf = (time: number | undefined) => (time === undefined ? null : new Date(time));

/** Returns the row of a deal. */
export function dealRow(accountId: string, deal: Deal): Row {
  const {
    ticket,
    position,
    time,
    shown,
    type,
    entry,
    symbol,
    volume,
    price,
    commission,
    fee,
    swap,
    profit,
    magic,
    comment,
  } = deal;
  return {
    accountId,
    ticket,
    position,
    at: new Date(time),
    shownAt: momentOf(shown),
    type,
    entry,
    symbol,
    volume,
    price,
    commission,
    fee,
    swap,
    profit,
    magic,
    comment,
  };
}

/** Returns the row of a balance operation. */
export function operationRow(
  accountId: string,
  { ticket, time, shown, type, amount, comment }: BalanceOperation,
): Row {
  const nothing = { volume: 0n, commission: 0n, fee: 0n, swap: 0n };
  return {
    accountId,
    ticket,
    position: ticket,
    at: new Date(time),
    shownAt: momentOf(shown),
    type,
    symbol: "",
    ...nothing,
    profit: amount,
    comment,
  };
}
