import type { Column, SQL, SQLWrapper } from "drizzle-orm";
import { getTableColumns, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringDeals as deals } from "#api/db/schema/monitoring-history";
import { revision } from "#api/modules/monitoring/accounts/own-account";
import { hasAlerts } from "#api/modules/monitoring/alerts/jobs";
import { dealFields } from "#api/modules/monitoring/history/deal-fields";
import { pausedAt } from "#api/modules/monitoring/subscription/periods";
import { dayOf } from "#contract/day";

/** A deal as the database writes it in JSON: times in epoch milliseconds, decimals as text. */
export type KnownDeal = Record<string, string | number | null> & { ticket: string };

const { id, number, keyHash, server, currency, leverage, mode, build, ping, ...stateColumns } =
  getTableColumns(accounts);
const { gmtOffset, zone, isZoneChosen, offsets, positions, firstHeardAt, opening } = stateColumns;
const { reconciledAt, reconciledBalance, reconciledSeenAt, unreconciledSince, isResyncing, resyncs } =
  stateColumns;
const { dirtyFrom, equityDirtyFrom, coverageDirtyFrom } = stateColumns;
const posted = {
  id,
  number,
  keyHash,
  server,
  currency,
  leverage,
  mode,
  build,
  ping,
  gmtOffset,
  zone,
  isZoneChosen,
  offsets,
  positions,
  firstHeardAt,
  opening,
  reconciledAt,
  reconciledBalance,
  reconciledSeenAt,
  unreconciledSince,
  isResyncing,
  resyncs,
  dirtyFrom,
  equityDirtyFrom,
  coverageDirtyFrom,
};

/** The columns of an account that a post with nothing new depends on. */
export type PostedAccount = Pick<typeof accounts.$inferSelect, keyof typeof posted>;

/** All data that a post with nothing new depends on, read at one moment. */
export type AccountState = {
  account: PostedAccount;
  /** Changes with each change of the account or its history (`writeFastPath`). */
  version: string;
  isPaused: boolean;
  /** The known deals among the requested tickets. */
  deals: KnownDeal[];
  /** The newest ticket that a terminal sent. */
  newestTicket: string | null;
  /** Times of the newest event and the newest snapshot, epoch milliseconds. */
  newestEvent: number | null;
  newestSnapshot: number | null;
  /** Stored equity of the requested day, and its cash flows together with those since the newest snapshot. */
  equity: string | null;
  flows: { type: "balance" | "credit" | "correction"; time: number; amount: string }[];
  /** Time of the newest checkpoint in epoch milliseconds; whether money is missing before any checkpoint. */
  checkpoint: number | null;
  isMissing: boolean;
  /** Change of the balance by the history since it last reconciled. */
  moneySinceFit: string;
  hasAlerts: boolean;
};

const of = sql`${accounts.id}`;
const milliseconds = (moment: ReturnType<typeof sql>) =>
  sql<number | null>`ceil(extract(epoch from ${moment}) * 1000)::bigint`;

const asJson = (field: (typeof dealFields)[number]) => {
  const column = sql.identifier(deals[field].name);
  const value = field === "at" || field === "shownAt" ? milliseconds(sql`${column}`) : sql`${column}::text`;
  return sql`${sql.raw(`'${field}'`)}, ${value}`;
};

/** Values that JSON would round are sent as text and parsed like their column. */
const isDecimal = (column: Column) => column.dataType === "custom";
const readByColumn = Object.entries(posted).filter(
  ([, column]) => isDecimal(column) || column.dataType === "date",
);

const objectOf = (values: Record<string, SQLWrapper>) =>
  sql`json_build_object(${sql.join(
    Object.entries(values).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )})`;

const ofAccount = objectOf(
  Object.fromEntries(
    Object.entries(posted).map(([name, column]) => [
      name,
      isDecimal(column) ? sql`${column}::text` : sql`${column}`,
    ]),
  ),
);

const standingsBy = preparedQuery((db: Database) => {
  const day = sql`${sql.placeholder("day")}::date`;
  const start = sql`${sql.placeholder("start")}::timestamptz`;
  const newestSnapshot = sql`(select max(at) from monitoring_snapshots where account_id = ${of})`;
  const expressions: Record<keyof AccountState, SQL> = {
    account: ofAccount,
    version: revision,
    isPaused: pausedAt(sql.placeholder("now")),
    deals: sql`coalesce((select json_agg(json_build_object('ticket', ticket, ${sql.join(dealFields.map(asJson), sql`, `)}))
        from monitoring_deals where account_id = ${of}
          and ticket in (select jsonb_array_elements_text(${sql.placeholder("tickets")}::jsonb -> ${accounts.keyHash}))), '[]')`,
    newestTicket: sql`(select ticket from monitoring_deals where account_id = ${of} and source = 'terminal'
        order by at desc, length(ticket) desc, ticket desc limit 1)`,
    newestEvent: milliseconds(sql`greatest((select max(at) from monitoring_deals where account_id = ${of}),
        (select max(closed_at) from monitoring_trades where account_id = ${of}))`),
    newestSnapshot: milliseconds(newestSnapshot),
    equity: sql`(select equity from monitoring_days where account_id = ${of} and day = ${day})`,
    flows: sql`coalesce((select json_agg(json_build_object('type', type, 'time', ${milliseconds(sql`at`)}, 'amount', profit::text))
        from monitoring_deals where account_id = ${of} and type in ('balance', 'credit', 'correction')
          and at >= least(${start}, ${newestSnapshot}) and at < ${start} + interval '1 day'), '[]')`,
    checkpoint: milliseconds(sql`(select max(at) from monitoring_checkpoints where account_id = ${of})`),
    isMissing: sql`exists (select from monitoring_checkpoints where account_id = ${of} and differs <> 0)`,
    moneySinceFit: sql`(
        coalesce((select sum(profit + commission + fee + swap) from monitoring_deals
          where account_id = ${of} and at > ${accounts.reconciledAt} and type <> 'credit'), 0)
        + coalesce((select sum(result) from monitoring_trades
          where account_id = ${of} and closed_at > ${accounts.reconciledAt} and source = 'import'), 0))::text`,
    hasAlerts,
  };
  // a single JSON value: parsing forty columns of one row takes the driver a third of the time of such a post
  return db
    .select({ standing: sql<AccountState>`${objectOf(expressions)}` })
    .from(accounts)
    .where(sql`${accounts.keyHash} = any(${sql.placeholder("keys")}::text[])`);
});

/**
 * Returns the accounts of some activation keys with the data their posts depend on, in one statement.
 *
 * @param tickets the tickets named by a post, by the hash of its key
 */
export async function readAccountStates(
  db: Database,
  tickets: Map<string, string[]>,
  now: Date,
): Promise<AccountState[]> {
  const day = dayOf(now.getTime());
  const rows = await standingsBy(db).execute({
    keys: [...tickets.keys()],
    tickets: JSON.stringify(Object.fromEntries(tickets)),
    day,
    start: `${day}T00:00:00Z`,
    now: now.toISOString(),
  });
  return rows.map(({ standing: state }) => ({ ...state, account: readAccount(state.account) }));
}

function readAccount(written: Record<string, unknown>): PostedAccount {
  const account = { ...written };
  for (const [name, column] of readByColumn) {
    const value = written[name];
    if (value !== null) account[name] = column.mapFromDriverValue(value);
  }
  return account as PostedAccount;
}
