import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskFiles } from "#api/outside/files/disk";
import { testApi } from "#api/service/testing";
import { testDatabase } from "#api/service/testing/test-database";
import { randomIds } from "#api/values/ids";
import { version } from "#api/values/version";
import { fillHouse } from "./fill-tables.testing";
import { putBack, readBackup } from "./put-back";
import { takeBackup } from "./take";

const releases = "api/src/commands/backup/releases";
const passphrase = "nothing secret is in it";

/** Restores a release's database, which brings it up to the present; every sum is compared on the way. */
async function migrateFrom(folder: string): Promise<void> {
  const database = await testDatabase({ isEmpty: true });
  const kept = await mkdtemp(join(tmpdir(), "cabinet-release-"));
  const files = diskFiles({ folder: kept, makeId: randomIds.id });
  const { manifest } = await readBackup(folder, passphrase);
  expect(manifest.tables.filter(({ name, rows }) => name.startsWith("public.") && rows === 0)).toEqual([]);
  await putBack(folder, manifest, { databaseUrl: database.url, files });
  const api = await testApi({ db: database.db, files });
  expect((await api.newClient()).id).toMatch(/\w/);
  await api.close();
  await database.close();
  await rm(kept, { recursive: true });
}

for (const release of readdirSync(releases).filter((name) => /^\d/.test(name)))
  test(
    `the database of ${release} with data in every table comes up to this version`,
    () => migrateFrom(join(releases, release)),
    60_000,
  );

/** DUMP_RELEASE=1 keeps it: `npm run release:dump`. */
test("so does the database of this version, as it would be kept for the next ones", async () => {
  const isKept = process.env.DUMP_RELEASE === "1";
  const folder = isKept ? join(releases, version) : await mkdtemp(join(tmpdir(), "cabinet-dump-"));
  expect(isKept && existsSync(folder), `${folder} is there already, and releases do not change`).toBe(false);
  const api = await testApi();
  await fillHouse(api);
  const { files, settings, clock } = api.parts;
  const secrets = { sessionSecret: settings.secret };
  await takeBackup({ databaseUrl: api.databaseUrl, files, secrets, passphrase, folder, now: clock.now() });
  await api.close();
  await migrateFrom(folder);
  if (!isKept) await rm(folder, { recursive: true });
}, 120_000);
