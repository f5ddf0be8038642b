import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { tablesOf } from "#api/bootstrap/database-copy/catalogue";
import { connected } from "#api/bootstrap/migrate";
import { demoId, demoPassword } from "#api/bootstrap/seed/demo-clients";
import { diskFiles } from "#api/integrations/storage/disk";
import { randomIds } from "#api/lib/ids";
import { version } from "#api/lib/version";
import { testApi } from "#api/testing";
import { testDatabase } from "#api/testing/test-database";
import * as balance from "#contract/balance/index";
import * as user from "#contract/users/index";
import { fillTables } from "./fill-tables.testing";
import type { Manifest } from "./format";
import { readBackup, restoreBackup } from "./restore-backup";
import { takeBackup } from "./take-backup";

const releases = "api/cli/backup/releases";
const passphrase = "nothing secret is in it";

/** Aggregates of histories, which newer formulas drop and compute again from the rows. */
const recomputed = ["public.monitoring_months"];

const emptyTables = ({ tables }: Manifest) =>
  tables.filter(({ name, rows }) => name.startsWith("public.") && rows === 0).map(({ name }) => name);

/**
 * Returns the rows of a table as the folder has them, read without the restore code: no value of these tables
 * contains a tab.
 */
async function rowsIn(folder: string, { tables }: Manifest, name: string): Promise<Record<string, string>[]> {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`${folder} has no ${name}`);
  const text = gunzipSync(await readFile(join(folder, table.file))).toString();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => Object.fromEntries(line.split("\t").map((value, at) => [table.columns[at], value])));
}

/** Returns the balance of each account, by its entries. */
function balances(entries: Record<string, string>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { account_id: account = "", amount_cents: cents } of entries)
    sums.set(account, (sums.get(account) ?? 0) + Number(cents));
  return sums;
}

/**
 * Restores a release's database, which migrates it to the current release. Checks that no row is lost, no balance
 * changes, and clients can log in.
 */
async function migrateFrom(folder: string): Promise<void> {
  const { manifest } = await readBackup(folder, passphrase);
  expect(emptyTables(manifest)).toEqual([]);
  const database = await testDatabase({ isEmpty: true });
  const dumpFolder = await mkdtemp(join(tmpdir(), "cabinet-release-"));
  const files = diskFiles({ folder: dumpFolder, makeId: randomIds.id });
  await restoreBackup(folder, manifest, { databaseUrl: database.url, files });

  const before = balances(await rowsIn(folder, manifest, "public.ledger_entries"));
  await connected(database.url, async (client) => {
    const entries = await client.query("select account_id::text, amount_cents::text from ledger_entries");
    expect(balances(entries.rows)).toEqual(before);
    const accounts = await client.query("select id::text, balance_cents from ledger_accounts order by id");
    for (const { id, balance_cents } of accounts.rows)
      expect(Number(balance_cents)).toBe(before.get(id) ?? 0);
    const present = new Set((await tablesOf(client)).map(({ name }) => name));
    const counted: Record<string, number> = {};
    const tables = manifest.tables.filter(
      ({ name }) => name.startsWith("public.") && present.has(name) && !recomputed.includes(name),
    );
    for (const { name } of tables) {
      const { rows } = await client.query(`select count(*)::int as rows from ${name}`);
      counted[name] = rows[0].rows;
    }
    expect(counted).toEqual(Object.fromEntries(tables.map(({ name, rows }) => [name, rows])));
    expect(tables.length).toBeGreaterThan(60);
  });

  const api = await testApi({ db: database.db, files });
  const anna = (await api.call(user.login, { email: "anna@demo.test", password: demoPassword })).body;
  const accounts = await rowsIn(folder, manifest, "public.ledger_accounts");
  const main = accounts.find(({ user_id, kind }) => user_id === demoId("anna") && kind === "main");
  const { body } = await api.call(balance.transferLimits, {}, anna);
  expect(body.balanceCents).toBe(before.get(main?.id ?? ""));
  expect((await api.newClient()).id).toMatch(/\w/);
  await api.close();
  await database.close();
  await rm(dumpFolder, { recursive: true });
}

for (const release of readdirSync(releases).filter((name) => /^\d/.test(name)))
  test(
    `the database of ${release} with data in every table comes up to this version`,
    () => migrateFrom(join(releases, release)),
    60_000,
  );

/** DUMP_RELEASE=1 stores the dump: `npm run release:dump`. */
test("a database of this version migrates too, as a dump for future releases", async () => {
  const storesDump = process.env.DUMP_RELEASE === "1";
  const folder = storesDump ? join(releases, version) : await mkdtemp(join(tmpdir(), "cabinet-dump-"));
  expect(storesDump && existsSync(folder), `${folder} is there already, and releases do not change`).toBe(
    false,
  );
  const api = await testApi();
  await fillTables(api);
  await api.deps.files.put(Readable.from([Buffer.from("an upload")]), { limit: 100 });
  const { files, settings, clock } = api.deps;
  const secrets = { sessionSecret: settings.secret };
  await takeBackup({ databaseUrl: api.databaseUrl, files, secrets, passphrase, folder, now: clock.now() });
  await api.close();
  await migrateFrom(folder);
  if (!storesDump) await rm(folder, { recursive: true });
}, 120_000);

test("a release dump with an empty table is rejected", async () => {
  const api = await testApi();
  const folder = await mkdtemp(join(tmpdir(), "cabinet-empty-"));
  const { files, settings, clock } = api.deps;
  const secrets = { sessionSecret: settings.secret };
  const { databaseUrl } = api;
  const manifest = await takeBackup({ databaseUrl, files, secrets, passphrase, folder, now: clock.now() });
  expect(emptyTables(manifest)).toContain("public.users");
  await expect(migrateFrom(folder)).rejects.toThrow("public.alerts");
  await api.close();
  await rm(folder, { recursive: true });
});
