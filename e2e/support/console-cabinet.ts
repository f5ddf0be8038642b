import { Client } from "pg";
import { insertClientRows, insertListRows } from "#api/admin/fill-lists";
import { insertConsoleRows } from "#api/admin/testing";
import type { Database } from "#api/db/connect";
import { connect } from "#api/db/connect";
import { transaction } from "#api/db/transaction";
import { startPrivatePostgres } from "#api/embedded-postgres/index";
import { accountOf, companyAccount, post } from "#api/ledger/ledger";
import { untilItAnswers } from "./global-setup";
import type { OwnCabinet } from "./own-cabinet";
import { ownCabinet } from "./own-cabinet";
import { test as base, expect, mailboxIn } from "./test";

/**
 * A separate cabinet with the admin console and without clients, for tests of what affects all clients (prices,
 * announcements) or all staff.
 */
export const test = base.extend<{ cabinet: OwnCabinet }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  cabinet: async ({}, use) => {
    const cabinet = await ownCabinet({ env: { API_URL: "", ADMIN: "on", LOG_LEVEL: "warn" } });
    await untilItAnswers(`${cabinet.origin}/readyz`, cabinet.process);
    await use(cabinet);
    await cabinet.stop();
  },
  baseURL: async ({ cabinet }, use) => use(cabinet.origin),
  mailbox: async ({ cabinet }, use) => use(mailboxIn(cabinet.dataDir)),
});

/** Makes all items of the first two clients decidable both ways, for `insertWaiting`. */
export const decidedBothWays = [
  "update servers set status = 'settingUp', ip = null where id = 'server2'",
  "update machine_orders set kind = 'create' where id = 'order2'",
  "update machine_drifts set kind = 'missingMachine', about = 'server1' where id = 'drift2'",
  `insert into machine_orders (id, server_id, kind, status, accepted_at, finished_at)
    values ('order3', 'server1', 'restart', 'failed', now(), now())`,
] as const;

/** Inserts clients, each with one waiting item of each kind, and then further rows. */
export async function insertWaiting(
  { dataDir }: OwnCabinet,
  clients: number,
  statements: readonly string[] = [],
  insertMore?: (db: Database) => Promise<void>,
): Promise<void> {
  const server = await startPrivatePostgres(dataDir);
  const url = server.url("cabinet");
  const client = new Client({ connectionString: url });
  await client.connect();
  // a new cabinet compares machines once after its start, and would settle the differences that are inserted
  const compared = "select from pgboss.job where data->>'job' = 'vps.check-drift' and state = 'completed'";
  await expect.poll(async () => (await client.query(compared)).rowCount, { timeout: 60_000 }).toBe(1);
  const { db, close } = connect(url, 1);
  await insertConsoleRows(db, 1, clients);
  // the money that the withdrawals hold
  await transaction(db, async (tx) => {
    const source = await companyAccount(tx, "rewards");
    for (let n = 1; n <= clients; n++)
      await post(tx, {
        kind: "withdrawal_held",
        reference: { type: "withdrawal", id: `withdrawal${n}` },
        at: new Date(),
        entries: [
          { account: source, amountCents: -2000 },
          { account: await accountOf(tx, `client${n}`, "withdrawal_hold"), amountCents: 2000 },
        ],
      });
  });
  for (const statement of statements) await client.query(statement);
  await insertMore?.(db);
  await Promise.all([client.end(), close()]);
  await server.stop();
}

/** Fills each list of the console with more rows than a page has, and the pages of the first client and ticket. */
export async function fillConsole(cabinet: OwnCabinet): Promise<void> {
  const size = 60;
  await insertWaiting(cabinet, size, [], async (db) => {
    await insertListRows(db, size);
    await insertClientRows(db, size);
    await transaction(db, async (tx) => {
      const [adjustments, balance] = [
        await companyAccount(tx, "adjustments"),
        await accountOf(tx, "client1", "main"),
      ];
      for (let amountCents = 1; amountCents <= size; amountCents++)
        await post(tx, {
          kind: "adjustment",
          reference: { type: "adjustment", id: String(amountCents) },
          at: new Date(),
          entries: [
            { account: adjustments, amountCents: -amountCents },
            { account: balance, amountCents },
          ],
        });
    });
  });
}
