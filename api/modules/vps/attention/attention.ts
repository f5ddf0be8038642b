import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { isUnread } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import { handle } from "#api/http/handle";
import { balancesOf } from "#api/ledger/ledger";
import { addDays } from "#api/lib/calendar";
import { interval } from "#api/modules/monitoring/connection";
import { pausedAt } from "#api/modules/monitoring/subscription/periods";
import { currentFreeAccounts } from "#api/modules/settings/read-settings";
import type { MaintenanceRow } from "#api/modules/vps/maintenance/shown-maintenance";
import { isShownAt, maintenanceColumns, maintenanceOf } from "#api/modules/vps/maintenance/shown-maintenance";
import { renewalMonthsIn } from "#api/modules/vps/rate/rates";
import { graceDaysOf } from "#api/modules/vps/renewal/renewal-rules";
import { serverStateOf } from "#api/modules/vps/server/server-state";
import { automaticPaymentDays, automaticPaymentFrom } from "#contract/automatic-payment";
import { missedIntervals } from "#contract/rules";
import * as contract from "#contract/vps/index";
import type { FirstStep } from "#contract/vps/status";

export const attention = handle(contract.attention, async (_input, { db, client, clock, language }) => {
  const [{ counts }, balances, row] = await Promise.all([
    serverStateOf(db, client.id),
    balancesOf(db, client.id),
    readAttentionRow(db, client.id, clock.now()),
  ]);
  const { blocked, renewing, hasCredentialsShown, hasAccount, isTerminalHeard, ...rest } = row;
  const { sections, user } = client;
  return {
    counts,
    balanceCents: balances.main,
    ending: rest.ending && dueOf(rest.ending),
    blocked: blocked && {
      ...dueOf(blocked),
      revokedOn: addDays(new Date(blocked.since), graceDaysOf(blocked)).toISOString(),
    },
    renewing: renewing && {
      ...dueOf(renewing),
      renewsAt: automaticPaymentFrom(renewing.paidUntil).toISOString(),
    },
    silent: sections.monitoring && rest.silent ? { ...rest.silent, heardAt: iso(rest.silent.heardAt) } : null,
    answer: rest.answer,
    wallet: sections.partner ? rest.wallet : null,
    maintenance: rest.maintenance && {
      ...maintenanceOf(rest.maintenance, language),
      servers: rest.maintenance.servers.slice(0, namedServers),
      hasMore: rest.maintenance.servers.length > namedServers,
    },
    freeAccounts: rest.freeAccounts,
    firstSteps: {
      hasCredentialsShown,
      hasAccount,
      isTerminalHeard,
      skipped: user.skippedSteps as FirstStep[],
    },
  };
});

type Due = {
  serverId: string;
  comment: string;
  paidUntil: string;
  since: string;
  graceDays: number | null;
  months: number;
  priceCents: number;
};

type AttentionRow = {
  blocked: Due | null;
  ending: Due | null;
  renewing: Due | null;
  silent: { monitoringId: string; name: string; heardAt: string } | null;
  answer: { ticketId: string; title: string } | null;
  wallet: { method: string; wallet: string } | null;
  maintenance: (MaintenanceRow & { servers: { id: string; comment: string }[] }) | null;
  hasCredentialsShown: boolean;
  hasAccount: boolean;
  isTerminalHeard: boolean;
  freeAccounts: number;
};

/** Servers of a maintenance window that are named on the page. */
const namedServers = 3;

const iso = (moment: string) => new Date(moment).toISOString();

function dueOf({ serverId, comment, paidUntil, months, priceCents }: Due): contract.DueServer {
  return { serverId, comment, paidUntil: iso(paidUntil), months, priceCents };
}

/** Returns the first row of a query as an object, or null. */
const first = <T>(question: SQL) => sql<T | null>`(select to_jsonb(found) from (${question} limit 1) found)`;

const userId = sql`users.id`;

/**
 * The server of a kind whose paid time ends first, with the price of its usual period: the larger tariff's if an
 * upgrade is accepted.
 */
const earliest = (kind: SQL, priceCents: SQL = sql`p.price_cents`) =>
  first<Due>(sql`
    select s.id as "serverId", s.comment, s.paid_until as "paidUntil", coalesce(s.blocked_at, s.paid_until) as since,
      s.grace_days as "graceDays",
      p.months, ${priceCents} as "priceCents"
    from servers s
    join rate_prices p on p.rate_id = coalesce(
      (select u.to_rate_id from upgrades u where u.server_id = s.id and u.status in ('pending', 'running')), s.rate_id)
      and p.months = ${renewalMonthsIn(sql`p.rate_id`, sql`s.renewal_months`)}
    where s.user_id = ${userId} and ${kind} order by s.paid_until`);

/** An announced price, if it applies when an automatic renewal is first tried. */
const priceAtRenewal = sql`coalesce((
  select announced.price_cents from price_changes announced
  where announced.rate_id = p.rate_id and announced.months = p.months
    and announced.applied_at is null and announced.cancelled_at is null
    and announced.from_day <= ((s.paid_until - ${automaticPaymentDays} * interval '1 day') at time zone 'UTC')::date),
  p.price_cents)`;

/** A single query, because the number of queries per page is limited (app/services/page-queries.test.ts). */
const attentionQuery = preparedQuery((db: Database) =>
  db
    .select({
      blocked: earliest(sql`s.status = 'blocked' and not s.is_held`),
      ending: earliest(sql`s.status = 'active' and not s.auto_renewal and not s.is_test`),
      renewing: earliest(sql`s.status = 'active' and s.auto_renewal`, priceAtRenewal),
      silent: first<NonNullable<AttentionRow["silent"]>>(sql`
        select address as "monitoringId", name, heard_at as "heardAt" from monitoring_accounts
        where user_id = ${userId} and heard_at < ${sql.placeholder("silentSince")}::timestamptz
          and not ${pausedAt(sql.placeholder("now"))}
        order by heard_at desc`),
      answer: first<NonNullable<AttentionRow["answer"]>>(sql`
        select id as "ticketId", title from tickets
        where user_id = ${userId} and ${isUnread}
        order by last_message_at desc`),
      wallet: first<NonNullable<AttentionRow["wallet"]>>(sql`
        select method, wallet from partner_wallets
        where user_id = ${userId} and confirmed_at is null and exists (
          select 1 from partner_withdrawals w where w.wallet_id = partner_wallets.id and w.status = 'confirming')`),
      maintenance: first<NonNullable<AttentionRow["maintenance"]>>(sql`
        select ${maintenanceColumns}, named.servers from maintenance_windows w cross join lateral (
          select jsonb_agg(affected) as servers from (
            select s.id, s.comment from servers s
            where s.user_id = ${userId} and s.status <> 'revoked' and (w.node is null or s.node = w.node)
            order by s.paid_until, s.id limit ${sql.raw(String(namedServers + 1))}) affected) named
        where ${isShownAt(sql.placeholder("now"))} and named.servers is not null
        order by w.starts_at, w.id`),
      freeAccounts: currentFreeAccounts,
      hasCredentialsShown: sql<boolean>`exists (select 1 from security_events where user_id = ${userId} and kind = 'credentialsShown')`,
      hasAccount: sql<boolean>`exists (select 1 from monitoring_accounts where user_id = ${userId})`,
      isTerminalHeard: sql<boolean>`exists (select 1 from monitoring_accounts where user_id = ${userId} and heard_at is not null)`,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder("userId"))),
);

async function readAttentionRow(db: Database, client: string, now: Date): Promise<AttentionRow> {
  const silentSince = new Date(now.getTime() - missedIntervals * interval * 1000).toISOString();
  const [row] = await attentionQuery(db).execute({ userId: client, silentSince, now: now.toISOString() });
  if (!row) throw new Error("a question without an answer");
  return row;
}
