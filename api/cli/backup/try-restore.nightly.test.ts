import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metricsOf } from "#api/bootstrap/metrics";
import { backups } from "#api/db/schema/operator";
import { embeddedDataOf } from "#api/embedded-postgres/index";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { recordBackup, recordRestore } from "./record-backup";
import { takeBackup } from "./take-backup";
import { tryRestore } from "./try-restore";

const passphrase = "correct horse battery";
let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await testApi();
  folder = await mkdtemp(join(tmpdir(), "cabinet-drill-"));
  await api.newClient();
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function backUp(name: string) {
  api.pass({ minutes: 1 });
  const into = join(folder, name);
  const manifest = await takeBackup({
    databaseUrl: api.databaseUrl,
    files: api.deps.files,
    secrets: { sessionSecret: api.deps.settings.secret },
    passphrase,
    folder: into,
    now: api.deps.clock.now(),
  });
  await recordBackup(api.databaseUrl, into, manifest);
  return manifest;
}

const drills = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("cabinet-drill-"));

describe("restore drill", { timeout: 120_000 }, () => {
  it("restores the newest complete backup, records the result, and leaves nothing behind", async () => {
    await backUp("first");
    await backUp("second");
    await mkdir(join(folder, "third-cut-off"));
    const before = await drills();
    const tried = await tryRestore(folder, passphrase);
    expect(tried.folder).toBe(join(folder, "second"));
    expect(await drills()).toEqual(before);
    await recordRestore(api.databaseUrl, { ...tried, restoredAt: new Date() });
    const rows = await api.db.select().from(backups).orderBy(backups.madeAt);
    expect(rows.map((row) => [row.folder, row.restoredAt !== null])).toEqual([
      [join(folder, "first"), false],
      [join(folder, "second"), true],
    ]);
    const text = await metricsOf(api.deps).registry.metrics();
    expect(text).toMatch(/^backup_age_seconds\{state="restored"\} \d/m);
  });

  it("leaves no database where PostgreSQL's user may enter, either", async () => {
    await backUp("private");
    const work = await mkdtemp(join(folder, "only-for-root-"));
    await tryRestore(folder, passphrase, work);
    expect([work, ...embeddedDataOf(work)].filter((path) => existsSync(path))).toEqual([]);
  });

  it("fails if a file of the backup has changed, and if there is no backup", async () => {
    const { tables } = await backUp("changed");
    await appendFile(join(folder, "changed", tables[0]?.file ?? ""), "x");
    await expect(tryRestore(folder, passphrase)).rejects.toThrow("is not as it was when the backup was made");
    const empty = await mkdtemp(join(tmpdir(), "cabinet-none-"));
    await expect(tryRestore(empty, passphrase)).rejects.toThrow("There is no whole backup");
    await rm(empty, { recursive: true });
  });
});
