import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authenticator } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sumOf, tablesOf } from "#api/bootstrap/database-copy/catalogue";
import { connected } from "#api/bootstrap/migrate";
import { demoPassword } from "#api/bootstrap/seed/demo-clients";
import { seed } from "#api/bootstrap/seed/index";
import { diskFiles } from "#api/integrations/storage/disk";
import { chooseFiles } from "#api/integrations/storage/index";
import type { FileStore } from "#api/integrations/storage/store";
import { startS3 } from "#api/integrations/storage/testing/s3-server";
import { checkLedger } from "#api/ledger/ledger";
import { wordsIn } from "#api/lib/answer";
import { parseEnvironment } from "#api/lib/environment";
import { randomIds } from "#api/lib/ids";
import { balanceOf, giveMoney } from "#api/modules/payments/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { testDatabase } from "#api/testing/test-database";
import * as balance from "#contract/balance/index";
import * as security from "#contract/security/index";
import * as user from "#contract/users/index";
import * as vps from "#contract/vps/index";
import { fillTables } from "./fill-tables.testing";
import { manifestFile } from "./format";
import { readBackup, restoreBackup } from "./restore-backup";
import { takeBackup } from "./take-backup";
import { withDatabaseAndFiles } from "./with-database-and-files";

const passphrase = "correct horse battery";
let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await testApi();
  folder = await mkdtemp(join(tmpdir(), "cabinet-backup-"));
  await fillTables(api);
}, 120_000);
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function* bytes(text: string) {
  yield Buffer.from(text);
}

const backUp = (name: string, files = api.deps.files) =>
  takeBackup({
    databaseUrl: api.databaseUrl,
    files,
    secrets: { sessionSecret: api.deps.settings.secret },
    passphrase,
    folder: join(folder, name),
    now: api.deps.clock.now(),
  });

async function emptyInstallation(name: string) {
  const database = await testDatabase({ isEmpty: true });
  const files = diskFiles({ folder: join(folder, `${name}-files`), makeId: randomIds.id });
  return { database, files, databaseUrl: database.url };
}

/** Returns every row of every table as text, sorted: compared here independently of the backup's checksums. */
const everything = (url: string) =>
  connected(url, async (client) => {
    const rowsByTable: Record<string, string[]> = {};
    for (const { name, columns } of await tablesOf(client)) {
      const { rows } = await client.query(
        `select row(${columns.join(", ")})::text as row from ${name} order by 1`,
      );
      rowsByTable[name] = rows.map(({ row }) => row);
    }
    return rowsByTable;
  });

test("a restore brings back every row, file, password and code", async () => {
  const anna = (await api.call(user.login, { email: "anna@demo.test", password: demoPassword })).body;
  const { secret } = (await api.call(security.prepareTwoStep, { password: demoPassword }, anna)).body;
  const code = () => authenticator.clone({ epoch: api.deps.clock.now().getTime() }).generate(secret);
  const { recoveryCodes } = (await api.call(security.turnOnTwoStep, { code: code() }, anna)).body;
  const upload = await api.deps.files.put(bytes("an upload"), { limit: 100 });
  const manifest = await backUp("whole");
  expect(manifest.tables.filter(({ name, rows }) => name.startsWith("public.") && rows === 0)).toEqual([]);
  expect(await readFile(join(folder, "whole/secrets.json"), "utf8")).not.toContain(api.deps.settings.secret);

  const target = await emptyInstallation("whole");
  const backup = await readBackup(join(folder, "whole"), passphrase);
  await restoreBackup(join(folder, "whole"), backup.manifest, target);
  expect(await everything(target.databaseUrl)).toEqual(await everything(api.databaseUrl));
  const file = await target.files.open(upload.id);
  expect(file && (await new Response(file.stream).text())).toBe("an upload");

  const { database, files } = target;
  const settings = { ...api.deps.settings, secret: backup.secrets.sessionSecret };
  const restored = await testApi({ db: database.db, files, settings, clock: api.deps.clock });
  try {
    const answer = await restored.call(user.login, { email: "anna@demo.test", password: demoPassword });
    const ticket = String(answer.error.details?.ticket);
    const session = await restored.call(security.secondStep, { ticket, code: recoveryCodes[0] ?? "" });
    expect(session.status).toBe(200);
    const { body } = await restored.call(
      vps.servers,
      { status: "all", sort: "id", direction: "asc", page: 1 },
      session.body,
    );
    const server = body.servers.find(({ status }) => status === "active");
    const credentials = { password: demoPassword, secondFactorCode: recoveryCodes[1] ?? "" };
    await restored.call(security.prove, credentials, session.body);
    const revealed = await restored.call(vps.revealPassword, { serverId: server?.id ?? "" }, session.body);
    expect(revealed.body.password).toMatch(/\S{8}/);
    // sequences continue from their last values
    await seed(restored.deps, { withDemo: false });
    await restored.newClient();
  } finally {
    await restored.close();
    await database.close();
  }
}, 120_000);

test("a backup includes the uploads of a bucket and restores them to the disk, and those of the disk to a bucket", async () => {
  const [server, otherServer] = await Promise.all([startS3(), startS3()]);
  const inBucket = chooseFiles({ dataDir: join(folder, "s3-spool"), bucket: server.bucket });
  const upload = await inBucket.put(bytes("an upload in a bucket"), { limit: 100 });
  const empty = await inBucket.put(bytes(""), { limit: 100 });
  const manifest = await backUp("bucket", inBucket);
  expect(manifest.files.map(({ id }) => id).sort()).toEqual([upload.id, empty.id].sort());
  const textOf = async (files: FileStore, { id }: { id: string }) => {
    const file = await files.open(id);
    return file && new Response(file.stream).text();
  };

  const onDisk = await emptyInstallation("bucket");
  await restoreBackup(join(folder, "bucket"), manifest, onDisk);
  const otherBucket = {
    ...(await emptyInstallation("other")),
    files: chooseFiles({ dataDir: folder, bucket: otherServer.bucket }),
  };
  await restoreBackup(join(folder, "bucket"), manifest, otherBucket);
  for (const { files } of [onDisk, otherBucket])
    expect([await textOf(files, upload), await textOf(files, empty)]).toEqual(["an upload in a bucket", ""]);
  const full = { ...(await emptyInstallation("full")), files: otherBucket.files };
  await expect(restoreBackup(join(folder, "bucket"), manifest, full)).rejects.toThrow(
    "store of uploads is not empty",
  );
  for (const { database } of [onDisk, otherBucket, full]) await database.close();
  await Promise.all([server.close(), otherServer.close()]);
}, 120_000);

test("backup and restore use the upload location of the settings", async () => {
  const server = await startS3();
  const settings = { DATABASE_URL: api.databaseUrl, DATA_DIR: folder, BACKUP_PASSPHRASE: passphrase };
  const check = (overrides: Record<string, string>) =>
    withDatabaseAndFiles(async ({ files }) => wordsIn(await files.check(), "en"), {
      env: parseEnvironment({ ...settings, ...overrides }),
      mayCreate: true,
    });
  expect(await check(server.settings)).toContain("In the bucket");
  expect(await check({})).toBe(`On this server's disk, in ${join(folder, "files")}`);
  await server.close();
});

test("a backup taken during transfers and uploads is consistent", async () => {
  const [sender, recipient] = [await api.newClient(), await api.newClient()];
  await giveMoney(api, sender, 100_000);
  let isOver = false;
  const moving = (async () => {
    let moved = 0;
    while (!isOver && moved < 500) {
      // files first, then the money: if the transfer is in the backup, so is its file
      await api.deps.files.put(bytes(`file ${moved}`), { limit: 100 });
      await api.call(balance.transfer, { email: recipient.email, amountCents: 1 }, sender);
      moved++;
    }
    return moved;
  })();
  const manifest = await backUp("running");
  isOver = true;
  expect(await moving).toBeGreaterThan(3);
  const target = await emptyInstallation("running");
  // a ledger of one moment is consistent and its references resolve: putBack rejects anything else
  await restoreBackup(join(folder, "running"), manifest, target);
  const restoredBalance = await balanceOf({ ...api, db: target.database.db }, recipient);
  expect(manifest.files.length).toBeGreaterThanOrEqual(restoredBalance);
  await target.database.close();
}, 60_000);

test("backup and restore reject a folder that is not empty, a database that is not empty, a wrong passphrase and a changed file", async () => {
  await backUp("twice");
  await expect(backUp("twice")).rejects.toThrow("is not empty");
  await expect(readBackup(join(folder, "twice"), "another pass phrase")).rejects.toThrow("pass phrase");
  await expect(readBackup(folder, passphrase)).rejects.toThrow(manifestFile);
  const { manifest } = await readBackup(join(folder, "twice"), passphrase);
  await expect(
    restoreBackup(join(folder, "twice"), manifest, { databaseUrl: api.databaseUrl, files: api.deps.files }),
  ).rejects.toThrow("not empty");
  await appendFile(join(folder, "twice", manifest.tables[0]?.file ?? ""), "x");
  const target = await emptyInstallation("twice");
  await expect(restoreBackup(join(folder, "twice"), manifest, target)).rejects.toThrow("not as it was");
  await target.database.close();
});

test("a restore that yields different rows fails and leaves nothing behind", async () => {
  await backUp("changed");
  const { manifest } = await readBackup(join(folder, "changed"), passphrase);
  const tables = manifest.tables.map((table) =>
    table.name === "public.users" ? { ...table, sum: String(BigInt(table.sum) + 1n) } : table,
  );
  const target = await emptyInstallation("changed");
  await expect(restoreBackup(join(folder, "changed"), { ...manifest, tables }, target)).rejects.toThrow(
    "public.users",
  );
  const left = await connected(target.databaseUrl, (client) =>
    sumOf(client, { name: "public.users", columns: ["id"] }),
  );
  expect(left.rows).toBe(0);
  expect(await checkLedger(target.database.db)).toEqual([]);
  await target.database.close();
});
