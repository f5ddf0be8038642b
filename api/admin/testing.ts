import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { authenticator } from "otplib";
import { createStaffMember } from "#api/auth/staff";
import type { Database } from "#api/db/connect";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testPassword } from "#api/testing";
import * as contract from "#contract/admin/index";
import type { StaffRole } from "#contract/admin/roles";

const totpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** The code that the authenticator app of a member created by `newStaff` shows now. */
export const codeNow = ({ deps }: TestApi): string =>
  authenticator.clone({ epoch: deps.clock.now().getTime() }).generate(totpSecret);

/** Creates a staff member who has logged in. */
export async function newStaff(
  api: TestApi,
  ...roles: StaffRole[]
): Promise<{ email: string; token: string }> {
  const email = `${api.deps.ids.id()}@staff.test`.toLowerCase();
  await transaction(api.db, (tx) =>
    createStaffMember(api.deps, tx, { email, name: email, roles, password: testPassword, totpSecret }),
  );
  const { body } = await api.call(contract.login, { email, password: testPassword });
  await api.call(contract.confirmLogin, { code: codeNow(api) }, { token: body.token });
  return { email, token: body.token };
}

/**
 * Inserts clients with these numbers, each with a server, a trading account and one item of each kind. The items of
 * clients up to the number `waiting` wait for staff, the others are finished.
 */
export async function insertConsoleRows(
  db: Database | Tx,
  from: number,
  to: number,
  waiting = to,
): Promise<void> {
  const numbers = sql`generate_series(${from}::int, ${to}::int) as n`;
  const state = (ofWaiting: SQL, finished: SQL) =>
    sql`case when n <= ${waiting}::int then ${ofWaiting} else ${finished} end`;
  // the service stores milliseconds
  const minutesAgo = sql`date_trunc('milliseconds', now()) - n * interval '1 minute'`;
  const finishedAt = state(sql`null`, minutesAgo);
  const statements = [
    sql`insert into users (id, created_at, email, name, password_hash, referral_code)
      select 'client' || n, ${minutesAgo}, 'trader' || n || '@mail.test', 
        'Client ' || md5(n::text) || ' ' || translate(md5(n::text), '0123456789abcdef', 'абвгдежзийклмноп'), 'x', 'code' || n
      from ${numbers}`,
    sql`insert into sessions (id, user_id, created_at, last_seen_at, ends_at, access_hash, access_ends_at, refresh_hash, user_agent, address)
      select 'session' || n, 'client' || n, now(), now(), now(), 'access' || n, now(), 'refresh' || n, '',
        '11.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256 from ${numbers}`,
    sql`insert into invoices (id, kind, year, number, issued_at, user_id, reference_type, reference_id, seller, buyer, lines, net_cents, tax_cents, total_cents)
      select 'invoice' || n, 'invoice', 2001, n, ${minutesAgo}, 'client' || n, 'none', 'none' || n, '[]', '{}', '[]', 900, 0, 900
      from ${numbers}`,
    sql`insert into servers (id, user_id, rate_id, operating_system, status, issued_at, paid_until, auto_renewal, renewal_months, ip)
      select 'server' || n, 'client' || n, 'trader-1', 'Windows', 'active', now(), now() + interval '1 month', false, 1,
        '10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256 from ${numbers}`,
    sql`insert into monitoring_accounts (id, address, user_id, number, name, created_at, key_hash)
      select 'account' || n, 'monitoring' || n, 'client' || n, (900000 + n)::text, 'EURUSD', now(), 'hash' || n from ${numbers}`,
    // half of the tickets that do not wait for staff are open
    sql`insert into tickets (id, user_id, department, title, status, created_at, last_message_at, last_author, read_at)
      select 'ticket' || n, 'client' || n, 'technical', 'Help',
        ${state(sql`'processing'`, sql`case n % 2 when 0 then 'processing' else 'closed' end`)}, now(), ${minutesAgo},
        ${state(sql`'client'`, sql`'support'`)}, now()
      from ${numbers}`,
    sql`insert into test_server_requests (id, user_id, comment, status, created_at, decided_at)
      select 'request' || n, 'client' || n, '', ${state(sql`'underReview'`, sql`'rejected'`)}, ${minutesAgo}, ${finishedAt}
      from ${numbers}`,
    sql`insert into partner_withdrawals (id, user_id, created_at, method, wallet, amount_cents, status, due_on)
      select 'withdrawal' || n, 'client' || n, ${minutesAgo}, 'usdt', 'T' || n, 2000, ${state(sql`'underReview'`, sql`'paidOut'`)},
        current_date
      from ${numbers}`,
    sql`insert into deposits (id, user_id, method, sum_cents, cost_cents, currency, recipient, txid, txid_key, status, created_at, expires_at, changed_at)
      select 'deposit' || n, 'client' || n, 'usdt', 1000, 1000, 'USDT', 'T', 'txid' || n, 'txid' || n,
        ${state(sql`'underReview'`, sql`'rejected'`)}, now(), now(), ${minutesAgo}
      from ${numbers}`,
    sql`insert into payment_reports (id, method, body_hash, body, order_id, payment_id, event, outcome, received_at)
      select 'report' || n, 'card', 'hash' || n, '', 'deposit' || n, 'payment' || n, 'paid',
        ${state(sql`'mismatch'`, sql`'applied'`)}, ${minutesAgo}
      from ${numbers}`,
    sql`insert into machine_orders (id, server_id, kind, status, accepted_at, finished_at)
      select 'order' || n, 'server' || n, 'restart', ${state(sql`'failed'`, sql`'done'`)}, now(), ${minutesAgo} from ${numbers}`,
    sql`insert into machine_drifts (id, kind, about, seen_at, settled_at)
      select 'drift' || n, 'unknownMachine', 'machine' || n, ${minutesAgo}, ${finishedAt} from ${numbers}`,
    sql`insert into balance_proposals (id, user_id, amount_cents, reason, proposed_by, proposed_at, status)
      select 'proposal' || n, 'client' || n, 20000, 'Goodwill', 'anna', ${minutesAgo}, ${state(sql`'proposed'`, sql`'rejected'`)}
      from ${numbers}`,
  ];
  for (const statement of statements) await db.execute(statement);
}
