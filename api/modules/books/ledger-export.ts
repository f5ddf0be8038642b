import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { csvLines, csvTime } from "#api/lib/csv";
import { bookSpanInput, bookSpanOf } from "./book-span";

export const ledgerExportInput = z.extend(bookSpanInput, {
  /** Starts with each account's balance before the span, so that the sums are balances. */
  withOpening: z.optional(z.boolean()),
});

const columns = [
  "line",
  "movement",
  "time_utc",
  "kind",
  "reference_type",
  "reference_id",
  "account",
  "client_id",
  "amount_cents",
  "balance_after_cents",
  "tax_country",
] as const;

type Line = {
  line: number | null;
  movement: number | null;
  time: string;
  kind: string;
  reference_type: string | null;
  reference_id: string | null;
  account: string;
  client_id: string | null;
  amount_cents: number;
  balance_after_cents: number;
  tax_country: string | null;
};

const linesAtOnce = 2_000;

/**
 * Yields the ledger of a span as CSV chunks, one line per entry. The lines of one transaction sum to zero; those of
 * an account sum to the change of its balance, or with opening lines (`opening_balance`) to its balance. Sums are in
 * cents. The country (ISO 3166-1 alpha-2) is the buyer's on the invoice of the movement, which its tax was computed
 * from; without an invoice it is the one that the client's billing details had at the time, so that a later change
 * leaves the export of a past month as it is.
 */
export async function* ledgerExport(
  deps: Pick<Deps, "db" | "clock">,
  input: z.output<typeof ledgerExportInput>,
): AsyncGenerator<string> {
  const { from, to } = bookSpanOf(deps, input);
  const last = await lastTransactionId(deps);
  const written = (lines: Line[]) =>
    csvLines(
      lines.map((line) => [
        line.line,
        line.movement,
        csvTime(line.time),
        line.kind,
        line.reference_type,
        line.reference_id,
        line.account,
        line.client_id,
        line.amount_cents,
        line.balance_after_cents,
        line.tax_country,
      ]),
    );
  yield csvLines([[...columns]]);
  if (input.withOpening)
    for (let after = 0; ; ) {
      const { rows } = await deps.db.execute<Line & { account_id: number }>(
        openingLines(from, { after, last }),
      );
      const final = rows.at(-1);
      if (!final) break;
      after = final.account_id;
      const moved = rows.filter(({ amount_cents }) => amount_cents !== 0);
      if (moved.length > 0) yield written(moved);
    }
  for (let after = 0; ; ) {
    const { rows } = await deps.db.execute<Line>(lines(from, to, { after, last }));
    const final = rows.at(-1);
    if (!final?.line) return;
    after = final.line;
    yield written(rows);
  }
}

/**
 * Returns the id up to which all transactions are committed. It waits for concurrent writers, so that no page misses
 * a transaction that commits late.
 */
const lastTransactionId = ({ db }: Pick<Deps, "db">): Promise<number> =>
  transaction(db, async (tx) => {
    await tx.execute(sql`lock table ledger_transactions in share mode`);
    const { rows } = await tx.execute<{ id: number }>(
      sql`select coalesce(max(id), 0) as id from ledger_transactions`,
    );
    return rows[0]?.id ?? 0;
  });

type Page = { after: number; last: number };

const utc = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;

/** The country of a client's billing details at a time. */
const countryAt = (userId: SQL, time: SQL) => sql`
  select country from tax_countries
  where user_id = ${userId} and since <= ${time} order by since desc limit 1`;

const openingLines = (from: Date, { after, last }: Page) => sql`
  select account.id as account_id, null as line, null as movement, ${utc(sql`${from.toISOString()}::timestamptz`)} as time,
    'opening_balance' as kind, null as reference_type, null as reference_id,
    account.kind as account, account.user_id as client_id, opening.cents as amount_cents, opening.cents as balance_after_cents,
    (${countryAt(sql`account.user_id`, sql`${from.toISOString()}`)}) as tax_country
  from (select * from ledger_accounts where id > ${after} order by id limit ${linesAtOnce}) account,
    lateral (
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries
      where account_id = account.id and at < ${from.toISOString()} and transaction_id <= ${last}
    ) opening
  order by account.id`;

/**
 * Of a client's line their country; of the company's lines that of the client who owns another line of the movement.
 */
const taxCountry = sql`
  select country from (
    (select 1 as rank, 0 as line, buyer->>'country' as country from invoices
    where reference_type = moved.reference_type and reference_id = moved.reference_id and kind = 'invoice'
    order by issued_at desc, year desc, number desc limit 1)
    union all
    select case when owner.user_id = account.user_id then 2 else 3 end, line.id,
      (${countryAt(sql`owner.user_id`, sql`line.at`)})
    from ledger_entries line
    join ledger_accounts owner on owner.id = line.account_id
    where line.transaction_id = moved.id and owner.user_id is not null
  ) known order by rank, line limit 1`;

const lines = (from: Date, to: Date, { after, last }: Page) => sql`
  select entry.id as line, entry.transaction_id as movement, ${utc(sql`entry.at`)} as time, entry.kind,
    moved.reference_type, moved.reference_id, account.kind as account, account.user_id as client_id,
    entry.amount_cents, entry.balance_after_cents, (${taxCountry}) as tax_country
  from ledger_entries entry
  join ledger_transactions moved on moved.id = entry.transaction_id
  join ledger_accounts account on account.id = entry.account_id
  where entry.id > ${after} and entry.transaction_id <= ${last}
    and entry.at >= ${from.toISOString()} and entry.at < ${to.toISOString()}
  order by entry.id limit ${linesAtOnce}`;
