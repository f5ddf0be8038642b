import type { Database } from "#api/db/connect";
import { toJson } from "#api/modules/monitoring/statistics/serialize";
import { formatDecimal } from "#statements/decimal";
import type { FastPathPost } from "./fast-path";

/** The account's fields, with column names and types; the JSON also carries fields that the post leaves unchanged. */
const accountColumns = {
  heardAt: ["heard_at", "timestamptz"],
  firstHeardAt: ["first_heard_at", "timestamptz"],
  server: ["server", "text"],
  currency: ["currency", "text"],
  leverage: ["leverage", "integer"],
  mode: ["mode", "text"],
  build: ["build", "integer"],
  ping: ["ping", "integer"],
  gmtOffset: ["gmt_offset", "integer"],
  offsets: ["offsets", "jsonb"],
  balance: ["balance", "numeric"],
  equity: ["equity", "numeric"],
  margin: ["margin", "numeric"],
  freeMargin: ["free_margin", "numeric"],
} as const;
const ofSnapshot = {
  at: ["at", "timestamptz"],
  balance: ["balance", "numeric"],
  equity: ["equity", "numeric"],
  margin: ["margin", "numeric"],
  freeMargin: ["free_margin", "numeric"],
  credit: ["credit", "numeric"],
  equityLow: ["equity_low", "numeric"],
  equityHigh: ["equity_high", "numeric"],
} as const;
type Columns = Record<string, readonly [name: string, type: string]>;

const read = (from: string, columns: Columns) =>
  Object.entries(columns).map(([key, [, type]]) =>
    type === "jsonb" ? `${from} -> '${key}'` : `(${from} ->> '${key}')::${type}`,
  );
const namesOf = (columns: Columns) => Object.values(columns).map(([name]) => name);
const excluded = (columns: Columns) => namesOf(columns).map((name) => `${name} = excluded.${name}`);
const setting = Object.entries(accountColumns).map(
  ([key, [name]]) =>
    `${name} = ${read("s.facts", { [key]: accountColumns[key as keyof typeof accountColumns] })[0]}`,
);

/**
 * Writes an account only if it is unchanged since it was read: every change of a history also writes the account's
 * row and so changes its `xmin`. A locked account is skipped and left to the full path, so that no post waits for
 * another account.
 */
const writing = `
  with sent as (
    select * from jsonb_to_recordset($1::jsonb)
      as sent (id text, version text, facts jsonb, "reconciledAt" timestamptz, snapshot jsonb, day date, equity text, "equityClose" numeric, excursions jsonb)),
  held as (
    select a.id from monitoring_accounts a join sent s on s.id = a.id where a.xmin = s.version::xid for update of a skip locked),
  mine as (
    update monitoring_accounts a set ${setting.join(", ")}, positions = coalesce(s.facts -> 'positions', a.positions),
      fits_at = s."reconciledAt", fits_balance = (s.facts ->> 'balance')::numeric, fits_seen_at = (s.facts ->> 'heardAt')::timestamptz, doubted_at = null
    from sent s join held on held.id = s.id where a.id = s.id returning s.*),
  kept as (
    insert into monitoring_snapshots (account_id, ${namesOf(ofSnapshot).join(", ")})
    select id, ${read("snapshot", ofSnapshot).join(", ")} from mine
    on conflict (account_id, at) do update set ${excluded(ofSnapshot).slice(1).join(", ")}),
  summed as (
    insert into monitoring_days (account_id, day, equity, equity_close) select id, day, equity, "equityClose" from mine
    on conflict (account_id, day) do update set equity = excluded.equity, equity_close = excluded.equity_close),
  forgotten as (
    delete from monitoring_months using mine where account_id = mine.id and month >= date_trunc('month', mine.day)::date),
  watched as (
    insert into monitoring_excursions as known (account_id, position, low, high, is_whole)
    select mine.id, e.position, e.low, e.high, e."isWhole" from mine,
      jsonb_to_recordset(mine.excursions) as e (position text, low numeric, high numeric, "isWhole" boolean)
    on conflict (account_id, position) do update set low = least(known.low, excluded.low), high = greatest(known.high, excluded.high),
      is_whole = known.is_whole and excluded.is_whole)
  select id from mine`;

/** Converts decimals to text: a `JSON.stringify` replacer, called for each value, costs more than everything else. */
const written = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "bigint" ? formatDecimal(value, 8) : value,
    ]),
  );

/**
 * Writes posts that bring nothing new in one statement, at most one per account; returns the ids of the accounts
 * written.
 */
export async function writeFastPath(db: Database, posts: FastPathPost[]): Promise<Set<string>> {
  if (posts.length === 0) return new Set();
  const rows = posts
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((post) => ({
      ...post,
      facts: written(post.facts),
      snapshot: written(post.snapshot),
      excursions: post.excursions.map(written),
      equity: toJson(post.equity),
      equityClose: post.equity.path ? formatDecimal(post.equity.path.last, 8) : null,
    }));
  const { rows: updated } = await db.$client.query<{ id: string }>(writing, [JSON.stringify(rows)]);
  return new Set(updated.map(({ id }) => id));
}
