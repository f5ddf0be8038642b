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

/** Inserts clients with these numbers, each with a server, a trading account and one waiting item of each kind. */
export async function insertConsoleRows(db: Database | Tx, from: number, to: number): Promise<void> {
  const numbers = sql`generate_series(${from}::int, ${to}::int) as n`;
  const statements = [
    sql`insert into users (id, created_at, email, name, password_hash, referral_code)
      select 'client' || n, now() - n * interval '1 minute', 'trader' || n || '@mail.test', 'Client ' || md5(n::text), 'x', 'code' || n
      from ${numbers}`,
    sql`insert into servers (id, user_id, rate_id, operating_system, status, issued_at, paid_until, auto_renewal, renewal_months, ip)
      select 'server' || n, 'client' || n, 'trader-1', 'Windows', 'active', now(), now() + interval '1 month', false, 1,
        '10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256 from ${numbers}`,
    sql`insert into monitoring_accounts (id, address, user_id, number, name, created_at, key_hash)
      select 'account' || n, 'monitoring' || n, 'client' || n, (900000 + n)::text, 'EURUSD', now(), 'hash' || n from ${numbers}`,
    sql`insert into tickets (id, user_id, department, title, status, created_at, last_message_at, last_author, read_at)
      select 'ticket' || n, 'client' || n, 'technical', 'Help', 'processing', now(), now() - n * interval '1 minute', 'client', now()
      from ${numbers}`,
    sql`insert into test_server_requests (id, user_id, comment, status, created_at)
      select 'request' || n, 'client' || n, '', 'underReview', now() - n * interval '1 minute' from ${numbers}`,
    sql`insert into partner_withdrawals (id, user_id, created_at, method, wallet, amount_cents, status, due_on)
      select 'withdrawal' || n, 'client' || n, now() - n * interval '1 minute', 'usdt', 'T' || n, 2000, 'underReview', current_date
      from ${numbers}`,
    sql`insert into deposits (id, user_id, method, sum_cents, cost_cents, currency, recipient, txid, txid_key, status, created_at, expires_at, changed_at)
      select 'deposit' || n, 'client' || n, 'usdt', 1000, 1000, 'USDT', 'T', 'txid' || n, 'txid' || n, 'underReview', now(), now(),
        now() - n * interval '1 minute' from ${numbers}`,
    sql`insert into payment_reports (id, method, body_hash, body, order_id, payment_id, event, outcome, received_at)
      select 'report' || n, 'card', 'hash' || n, '', 'deposit' || n, 'payment' || n, 'paid', 'mismatch', now() - n * interval '1 minute'
      from ${numbers}`,
    sql`insert into machine_orders (id, server_id, kind, status, accepted_at, finished_at)
      select 'order' || n, 'server' || n, 'restart', 'failed', now(), now() - n * interval '1 minute' from ${numbers}`,
    sql`insert into machine_drifts (id, kind, about, seen_at)
      select 'drift' || n, 'unknownMachine', 'machine' || n, now() - n * interval '1 minute' from ${numbers}`,
    sql`insert into balance_proposals (id, user_id, amount_cents, reason, proposed_by, proposed_at)
      select 'proposal' || n, 'client' || n, 20000, 'Goodwill', 'anna', now() - n * interval '1 minute' from ${numbers}`,
  ];
  for (const statement of statements) await db.execute(statement);
}
