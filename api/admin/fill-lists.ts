import { sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { transaction } from "#api/db/transaction";

/**
 * Inserts rows of the lists whose items do not wait for staff, after `insertConsoleRows`. Where a list is sorted by
 * time, number 1 is the newest.
 */
export async function insertListRows(db: Database, size: number): Promise<void> {
  const numbers = sql`generate_series(1, ${size}::int) as n`;
  const minutesAgo = sql`now() - n * interval '1 minute'`;
  await transaction(db, async (tx) => {
    for (const statement of [
      // rows of the ledger, which refunds refer to, are not needed
      sql`set local session_replication_role = replica`,
      sql`insert into client_notes (user_id, at, operator, text)
        select 'client1', ${minutesAgo}, 'olga', 'Note ' || n from ${numbers}`,
      sql`insert into sent_emails (id, user_id, sent_at, address, template, subject)
        select 'email' || n, 'client1', ${minutesAgo}, 'a@mail.test', 'accountBlocked', 'Hello' from ${numbers}`,
      sql`insert into mail_returns (address, failures, counted_from, stopped_at, reason)
        select 'o''brien+' || n || '@mail.test', 1, now(), ${minutesAgo}, 'No such mailbox' from ${numbers}`,
      sql`insert into alerts (id, text_en, text_ru, created_at)
        select 'alert' || n, 'Hello', 'Hello', ${minutesAgo} from ${numbers}`,
      sql`insert into maintenance_windows (id, created_at, author, starts_at, ends_at, text_en, text_ru)
        select 'window' || n, now(), 'olga', ${minutesAgo}, now(), 'Disks', 'Disks' from ${numbers}`,
      sql`insert into promo_codes (id, name, discount, created_at, author)
        select 'promo' || n, 'PROMO' || n, 10, ${minutesAgo}, 'olga' from ${numbers}`,
      sql`insert into price_changes (id, rate_id, months, price_cents, from_day, created_at, applied_at)
        select 'change' || n, 'trader-1', 1, 900, current_date, ${minutesAgo}, now() from ${numbers}`,
      sql`insert into announcements (id, created_at, author, segment, subject_en, text_en, subject_ru, text_ru, per_minute)
        select 'announcement' || n, ${minutesAgo}, 'olga', 'all', 'x', 'x', 'x', 'x', 100 from ${numbers}`,
      sql`insert into settings (key, value, author, reason, created_at, holds_from)
        select 'graceDays', '7', 'olga', 'x', now(), now() from ${numbers} order by n desc`,
      sql`insert into deposits (id, user_id, method, sum_cents, cost_cents, currency, recipient, status, created_at, expires_at, changed_at)
        select 'transfer' || n, 'client' || n, 'transfer', 1000, 1000, 'EUR', 'T', 'notPaid', ${minutesAgo}, now(), now()
        from ${numbers}`,
      sql`insert into deposit_refunds (id, deposit_id, sum_cents, cost_cents, status, is_asked, reason, created_at, changed_at, ledger_id)
        select 'refund' || n, 'deposit' || n, 1000, 1000, 'done', false, 'x', ${minutesAgo}, now(), n from ${numbers}`,
      sql`insert into invoices (id, kind, year, number, user_id, issued_at, reference_type, reference_id, seller, buyer, lines, net_cents, tax_cents, total_cents)
        select 'listed' || n, 'invoice', 2020, ${size} + 1 - n, 'client' || n, '2020-01-31'::timestamptz - n * interval '1 minute',
          'test', n::text, '[]', '[]', '[]', 100, 0, 100 from ${numbers}`,
      sql`insert into machine_orders (id, server_id, kind, status, accepted_at, attempts)
        select 'queued' || n, 'server' || n, 'takeSnapshot', 'accepted', ${minutesAgo}, 1 from ${numbers}`,
      sql`insert into text_versions (name, language, version, markdown, author, created_at, holds_from)
        select 'faq', 'en', 1000 + n, 'x', 'olga', now(), '2099-01-01' from ${numbers}`,
      sql`insert into pgboss.job (id, name, data, state, created_on)
        select (lpad(n::text, 8, '0') || '-0000-4000-8000-000000000000')::uuid, 'dead', '{"job": "test", "payload": {}}', 'created', ${minutesAgo} from ${numbers}`,
    ])
      await tx.execute(statement);
  });
}

/** Gives the first client, and their first ticket, as many rows as their pages can show, and more. */
export async function insertClientRows(db: Database, size: number): Promise<void> {
  const numbers = sql`generate_series(1, ${size}::int) as n`;
  const minutesAgo = sql`now() - n * interval '1 minute'`;
  await transaction(db, async (tx) => {
    for (const statement of [
      // rows of the ledger, which deposits refer to, are not needed
      sql`set local session_replication_role = replica`,
      sql`update users set name = 'Anna Petrova' where id = 'client1'`,
      sql`insert into servers (id, user_id, rate_id, operating_system, status, issued_at, paid_until, auto_renewal, renewal_months, ip)
      select substr(md5(n::text), 1, 16), 'client1', 'trader-1', 'Windows', 'active', now(), now() + interval '1 month', false, 1,
        '12.0.0.' || n from ${numbers}`,
      sql`insert into tickets (id, user_id, department, title, status, created_at, last_message_at, last_author, read_at)
      select substr(md5(n::text), 1, 16), 'client1', 'technical', 'Question ' || n, 'closed', now(), ${minutesAgo}, 'support', now()
      from ${numbers}`,
      sql`insert into ticket_messages (id, ticket_id, author, text, created_at)
      select 'message' || n, 'ticket1', case n % 2 when 0 then 'client' else 'support' end, 'It stops at night, ' || md5(n::text) || '.', ${minutesAgo}
      from ${numbers}`,
      sql`insert into ticket_notes (ticket_id, at, operator, text)
      select 'ticket1', ${minutesAgo}, 'olga', 'Note ' || md5(n::text) from ${numbers}`,
      sql`insert into deposits (id, user_id, method, sum_cents, cost_cents, currency, recipient, status, created_at, expires_at, changed_at, ledger_id)
      select substr(md5(n::text), 1, 16), 'client1', 'usdt', 1000 + n, 1000 + n, 'USDT', 'T', 'received', ${minutesAgo}, now(), now(), 1000000 + n from ${numbers}`,
      sql`insert into sessions (id, user_id, created_at, last_seen_at, ends_at, access_hash, access_ends_at, refresh_hash, user_agent, address)
      select 'open' || n, 'client1', now(), ${minutesAgo}, now(), 'open' || n, now(), 'open' || n, 'Mozilla/5.0 (X11; Linux) Chrome/' || n, '11.1.1.' || n
      from ${numbers}`,
      sql`insert into security_events (id, user_id, at, kind, address, user_agent)
      select 'event' || n, 'client1', ${minutesAgo}, 'login', '11.1.1.' || n, '' from ${numbers}`,
      sql`insert into monitoring_accounts (id, address, user_id, number, name, created_at, key_hash)
      select 'watched' || n, 'watched' || n, 'client1', (800000 + n)::text, 'EURUSD', now(), 'watched' || n from ${numbers}`,
      sql`insert into operator_actions (at, operator, command, input, user_id, answer, address)
      select ${minutesAgo}, 'olga@provider.test', 'clients note', jsonb_build_object('client', 'client1', 'text', md5(n::text)), 'client1',
        'Note about trader1@mail.test saved.', '11.1.1.' || n from ${numbers}`,
      sql`insert into saved_replies (name, text_en, text_ru, changed_at) select 'Reply ' || n, 'Hello', 'Hello', now() from ${numbers}`,
      sql`insert into failed_requests (request_id, at, method, path, status, ms, error)
      select md5(n::text), ${minutesAgo}, 'GET', '/vps/' || n, 500, n, 'Error: connection lost' from ${numbers}`,
      sql`insert into rates (id, name, processor, memory_mb, disk_gb, terminals, traffic_gb, operating_systems)
      select 'plan-' || n, 'Plan ' || n, 2, 2048, 40, 2, 1000, array['Windows Server 2022'] from ${numbers}`,
    ])
      await tx.execute(statement);
  });
}
