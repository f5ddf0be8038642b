import { AsyncResource } from "node:async_hooks";
import { readdir } from "node:fs/promises";
import { eq, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { Client } from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lockUser } from "#api/auth/user-of";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { ledgerAccounts, ledgerEntries } from "#api/db/schema/balance";
import * as schema from "#api/db/schema/index";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { operatorActions } from "#api/db/schema/operator";
import { partnerWithdrawals } from "#api/db/schema/partners";
import { deposits } from "#api/db/schema/payments";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import { checkLedger, takeBack } from "#api/ledger/ledger";
import { clientWithServer, serverOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { testPassword } from "#api/testing";
import * as balance from "#contract/balance/index";
import * as contract from "#contract/privacy/index";
import * as profile from "#contract/profile/index";
import * as support from "#contract/support/index";
import * as user from "#contract/users/index";
import { clientTables } from "./forget-client";

let api: TestApi;
let client: Awaited<ReturnType<typeof clientWithServer>>;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await clientWithServer(api);
});

const password = testPassword;
const deleteAccount = (currentPassword: string | undefined = password) =>
  api.call(contract.deleteAccount, { ...(currentPassword && { password: currentPassword }) }, client);
const stateOf = async () => (await api.call(contract.deletionState, {}, client)).body;
const rowOf = async () => (await api.db.select().from(users).where(eq(users.id, client.id)))[0];
const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  );
const listFiles = async () =>
  (await readdir(api.deps.settings.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

/** Returns the tables that contain a text anywhere in a row. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await api.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const matches = [];
  for (const { name } of rows) {
    const table = sql.identifier(name);
    const { rows: hits } = await api.db.execute(
      sql`select 1 from ${table} as t where position(${text} in t::text) > 0 limit 1`,
    );
    if (hits.length > 0) matches.push(name);
  }
  return matches;
}

describe("deleting an account", () => {
  it("names what is lost, then removes the client's identity with all files; the ledger stays sound and anonymous", async () => {
    const before = await listFiles();
    const avatar = new File([await picture()], "me.png", { type: "image/png" });
    await api.call(profile.uploadAvatar, { avatar }, client);
    const files = [new File([await picture()], "proof.png", { type: "image/png" })];
    const ticket = { departmentId: "technical", title: "Terminal", text: "My secret words", files };
    await api.call(support.createTicket, ticket, client);
    await api.db.insert(monitoringAccounts).values({
      id: `acc-${client.id}`,
      userId: client.id,
      createdAt: api.deps.clock.now(),
      monitoringId: client.id,
      number: "250997",
      name: "Trend",
      keyHash: client.id,
    });
    await api.call(contract.requestExport, {}, client);
    await runDueJobs(api.deps);
    await api.db.insert(operatorActions).values({
      at: api.deps.clock.now(),
      operator: "root",
      command: "clients show",
      input: { email: client.email },
      answer: `${client.email} is logged out everywhere.`,
    });
    const entries = await api.db.$count(ledgerEntries);
    expect(await stateOf()).toMatchObject({
      servers: [{ id: client.serverId }],
      serverCount: 1,
      monitoringAccounts: 1,
      obstacle: null,
    });

    expect((await deleteAccount()).ok).toBe(true);
    expect((await api.call(user.currentUser, {}, client)).status).toBe(401);
    expect((await serverOf(api, client.serverId)).status).toBe("revoked");
    expect(api.sentEmails.at(-1)).toMatchObject({ template: "accountDeleted", to: client.email });
    await runDueJobs(api.deps);
    expect(await listFiles()).toBe(before);
    // the log of staff actions is append-only, like the ledger
    expect(await tablesWith(client.email)).toEqual(["invoices", "operator_actions"]);
    expect(await tablesWith("My secret words")).toEqual([]);
    expect(await api.db.$count(monitoringAccounts, eq(monitoringAccounts.userId, client.id))).toBe(0);
    expect(await api.db.$count(tickets, eq(tickets.userId, client.id))).toBe(0);
    expect(await rowOf()).toMatchObject({ name: "", emailVerifiedAt: null, deletedAt: expect.any(Date) });
    expect(await api.db.$count(ledgerEntries)).toBe(entries);
    expect(await api.db.$count(ledgerAccounts, eq(ledgerAccounts.userId, client.id))).toBeGreaterThan(0);
    expect(await checkLedger(api.db)).toEqual([]);
  });

  it("frees the address: the same email signs up again and finds no earlier data", async () => {
    await deleteAccount();
    await runDueJobs(api.deps);
    expect((await api.call(user.login, { email: client.email, password })).status).toBe(401);
    const again = { name: "Ann", email: client.email, password, consent: true as const };
    expect((await api.call(user.signup, again)).ok).toBe(true);
    const [fresh] = await api.db.select().from(users).where(eq(users.email, client.email));
    expect(fresh?.id).not.toBe(client.id);
  });

  it("requires the password", async () => {
    expect((await deleteAccount("")).error.code).toBe("freshProofNeeded");
    expect((await deleteAccount("wrong password")).status).toBe(422);
    expect((await rowOf())?.deletedAt).toBeNull();
  });

  it("waits for a pending withdrawal or deposit, and for a debt", async () => {
    const now = api.deps.clock.now();
    const money = { method: "usdt", amountCents: 1_000 };
    const withdrawal = { ...money, id: client.id, userId: client.id, wallet: "T", createdAt: now };
    await api.db
      .insert(partnerWithdrawals)
      .values({ ...withdrawal, status: "processing", dueOn: "2026-04-01" });
    expect((await stateOf()).obstacle).toBe("withdrawal");
    expect((await deleteAccount()).error.code).toBe("deletionWithdrawal");
    await api.db.update(partnerWithdrawals).set({ status: "paidOut" });
    const deposit = { id: client.id, userId: client.id, method: "card", sumCents: 100, costCents: 100 };
    const times = { createdAt: now, expiresAt: now, changedAt: now };
    await api.db
      .insert(deposits)
      .values({ ...deposit, ...times, currency: "USD", recipient: "us", status: "underReview" });
    expect((await deleteAccount()).error.code).toBe("deletionDeposit");
    await api.db.update(deposits).set({ status: "rejected" });
    const debit = { userId: client.id, amountCents: 1_000_000, to: "deposits" } as const;
    const reference = { type: "test", id: client.id };
    await transaction(api.db, (tx) => takeBack(tx, { ...debit, kind: "deposit_refund", reference, at: now }));
    expect((await stateOf()).obstacle).toBe("owes");
    expect((await deleteAccount()).error.code).toBe("deletionOwes");
    expect((await serverOf(api, client.serverId)).status).toBe("active");
  });
});

/** Tables emptied by the job that removes files, or by a separate statement. */
const emptiedApart = ["avatars", "data_exports", "monitoring_accounts", "partner_wallets", "tickets"];
/** Payments, orders and the log of staff actions, which stay without the client's name, and counts derived from them. */
const retainedTables = [
  "announcement_recipients",
  "balance_proposals",
  "deposits",
  "invoices",
  "ledger_accounts",
  "monitoring_periods",
  "movement_days",
  "movement_months",
  "operator_actions",
  "partner_withdrawals",
  "promo_codes",
  "promo_uses",
  "server_comments",
  "server_counts",
  "server_payments",
  "servers",
  "tax_countries",
  "test_server_requests",
];

describe("deleting an account while its money moves", () => {
  /**
   * Starts `work` after a transaction has run `first`, so that `work` waits for its lock; then runs `last` and
   * commits. Returns the result of `work`.
   */
  async function runBehindLock<T>(
    first: (tx: Tx) => Promise<unknown>,
    work: () => Promise<T>,
    last: (tx: Tx) => Promise<unknown> = async () => undefined,
  ): Promise<T> {
    // as a separate request outside the transaction
    const begin = AsyncResource.bind(() => work());
    let answer: Promise<T> | undefined;
    await transaction(api.db, async (tx) => {
      await first(tx);
      answer = begin();
      await waitUntilBlocked();
      await last(tx);
    });
    return answer ?? expect.unreachable("nothing was begun");
  }

  it("waits for what has begun, and is refused for it", async () => {
    const row = {
      userId: client.id,
      createdAt: api.deps.clock.now(),
      method: "usdt",
      wallet: "T",
      dueOn: "2026-04-01",
    };
    const id = api.deps.ids.id();
    const { status, error } = await runBehindLock(
      (tx) => tx.insert(partnerWithdrawals).values({ ...row, id, amountCents: 5_000, status: "underReview" }),
      () => deleteAccount(),
    );
    expect([status, error.code]).toEqual([409, "deletionWithdrawal"]);
  });

  it("lets nothing begin after it", async () => {
    const { email } = await api.newClient();
    const { status } = await runBehindLock(
      (tx) => lockUser(tx, client.id, "update"),
      () => api.call(balance.transfer, { email, amountCents: 100 }, { token: client.token }),
      (tx) => tx.update(users).set({ deletedAt: api.deps.clock.now() }).where(eq(users.id, client.id)),
    );
    expect(status).toBe(401);
  });
});

/** Resolves once a query waits for a lock. */
async function waitUntilBlocked(): Promise<void> {
  const watcher = new Client({ connectionString: api.databaseUrl });
  await watcher.connect();
  const waiting = () =>
    watcher.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  while ((await waiting()).rowCount === 0);
  await watcher.end();
}

it("every table with a client's id is emptied of it, or listed as retained", () => {
  const all = Object.values(schema).filter((table) => is(table, PgTable));
  const named = all.filter((table) => getTableConfig(table).columns.some(({ name }) => name === "user_id"));
  const erasedTables = new Set<unknown>(clientTables);
  const left = named.filter((table) => !erasedTables.has(table)).map((table) => getTableConfig(table).name);
  expect(left.sort()).toEqual([...emptiedApart, ...retainedTables].sort());
});
