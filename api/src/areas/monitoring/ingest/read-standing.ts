import { inArray, sql } from "drizzle-orm";
import { pausedAt } from "#api/areas/monitoring/subscription/periods";
import type { Database } from "#api/db/connect";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { dayOf } from "#contract/day";

/** A deal as the database writes it in JSON: moments in epoch milliseconds, decimals as text. */
export type KnownDeal = Record<string, string | number | null> & { ticket: string };

/** All that a post which brings nothing new depends on, as it is at one moment. */
export type AccountStanding = {
  account: typeof accounts.$inferSelect;
  /** Changes with each change of the account or its history (`writeSteady`). */
  version: string;
  isPaused: boolean;
  /** Of the tickets asked for, those that are known. */
  deals: KnownDeal[];
  /** The newest ticket that a terminal sent. */
  newestTicket: string | null;
  /** The newest event and the newest snapshot, epoch milliseconds. */
  newestEvent: number | null;
  newestSnapshot: number | null;
  /** Of the day asked for: its equity as it is stored, and its cash flows, with those since the newest snapshot. */
  equity: string | null;
  flows: { type: "balance" | "credit" | "correction"; time: number; amount: string }[];
  /** The newest moment at which the balance is known, in epoch milliseconds; whether something is missing anywhere. */
  checkpoint: number | null;
  isMissing: boolean;
  /** What the history changed the balance by since it last added up. */
  moneySinceFit: string;
  hasAlerts: boolean;
};

const of = sql`${accounts.id}`;
const milliseconds = (moment: ReturnType<typeof sql>) =>
  sql<number | null>`ceil(extract(epoch from ${moment}) * 1000)::bigint`;

/**
 * The accounts of some activation keys with what their posts depend on, in one statement.
 *
 * @param tickets by the hash of a key the tickets that its post names
 */
export async function readStandings(
  db: Database,
  tickets: Map<string, string[]>,
  now: Date,
): Promise<AccountStanding[]> {
  const asked = JSON.stringify(Object.fromEntries(tickets));
  const day = dayOf(now.getTime());
  const start = sql`${`${day}T00:00:00Z`}::timestamptz`;
  const newestSnapshot = sql`(select max(at) from monitoring_snapshots where account_id = ${of})`;
  return db
    .select({
      account: accounts,
      version: sql<string>`${accounts}.xmin::text`,
      isPaused: pausedAt(now),
      deals: sql<
        KnownDeal[]
      >`coalesce((select json_agg(json_build_object('ticket', ticket, 'position', position, 'type', type, 'entry', entry,
          'symbol', symbol, 'volume', volume::text, 'price', price::text, 'commission', commission::text, 'fee', fee::text, 'swap', swap::text,
          'profit', profit::text, 'magic', magic, 'comment', comment, 'at', ${milliseconds(sql`at`)}, 'shownAt', ${milliseconds(sql`shown_at`)}))
        from monitoring_deals where account_id = ${of}
          and ticket in (select jsonb_array_elements_text(${asked}::jsonb -> ${accounts.keyHash}))), '[]')`,
      newestTicket: sql<
        string | null
      >`(select ticket from monitoring_deals where account_id = ${of} and source = 'terminal'
        order by at desc, length(ticket) desc, ticket desc limit 1)`,
      newestEvent: milliseconds(sql`greatest((select max(at) from monitoring_deals where account_id = ${of}),
        (select max(closed_at) from monitoring_trades where account_id = ${of}))`),
      newestSnapshot: milliseconds(newestSnapshot),
      equity: sql<
        string | null
      >`(select equity from monitoring_days where account_id = ${of} and day = ${day}::date)`,
      flows: sql<
        AccountStanding["flows"]
      >`coalesce((select json_agg(json_build_object('type', type, 'time', ${milliseconds(sql`at`)}, 'amount', profit::text))
        from monitoring_deals where account_id = ${of} and type in ('balance', 'credit', 'correction')
          and at >= least(${start}, ${newestSnapshot}) and at < ${start} + interval '1 day'), '[]')`,
      checkpoint: milliseconds(sql`(select max(at) from monitoring_checkpoints where account_id = ${of})`),
      isMissing: sql<boolean>`exists (select from monitoring_checkpoints where account_id = ${of} and differs <> 0)`,
      moneySinceFit: sql<string>`(
        coalesce((select sum(profit + commission + fee + swap) from monitoring_deals
          where account_id = ${of} and at > ${accounts.fitsAt} and type <> 'credit'), 0)
        + coalesce((select sum(result) from monitoring_trades
          where account_id = ${of} and closed_at > ${accounts.fitsAt} and source = 'import'), 0))::text`,
      hasAlerts: sql<boolean>`exists (select from monitoring_alerts where account_id = ${of} and is_on)`,
    })
    .from(accounts)
    .where(inArray(accounts.keyHash, [...tickets.keys()]));
}
