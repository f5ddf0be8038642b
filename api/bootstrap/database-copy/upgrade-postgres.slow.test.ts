import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDeps } from "#api/bootstrap/create-deps";
import { startPrivatePostgres } from "#api/embedded-postgres/index";
import { requireSpace } from "#api/embedded-postgres/upgrade";
import { parseEnvironment } from "#api/lib/environment";
import { copyToNewerServer } from "./copy-to-newer-server";
import type { Contents } from "./database-15.testing";
import { contentsOf, makeDatabase15, temporaryFolder } from "./database-15.testing";

const sampleTables = ["public.users", "public.ledger_entries", "pgboss.job", "drizzle.__drizzle_migrations"];

describe("a database of the embedded PostgreSQL 15", () => {
  let dataDir: string;
  let contents: Contents;
  beforeAll(async () => {
    ({ dataDir, contents } = await makeDatabase15());
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it("is not upgraded by commands", async () => {
    const env = parseEnvironment({ DATA_DIR: dataDir, SESSION_SECRET: "a".repeat(40), LOG_LEVEL: "silent" });
    await expect(createDeps({ env, isCommand: true })).rejects.toThrow(
      "was written by PostgreSQL 15: start the service of this release, which upgrades it.",
    );
  });

  it("is upgraded to 17 by the next start, with everything in it; the old folder is kept", async () => {
    const logged: { details: object; message: string }[] = [];
    const keep = (details: object, message: string) => logged.push({ details, message });
    const log = { info: () => {}, error: keep, warn: keep } as never;
    const server = await startPrivatePostgres(dataDir, { log, copyDatabases: copyToNewerServer });
    const upgraded = await contentsOf(server.url("cabinet"));
    await server.stop();
    for (const name of sampleTables) expect(upgraded.tables[name]).not.toMatchObject({ rows: 0 });
    expect(upgraded).toEqual(contents);

    const [data, kept] = ["data", "data-15-kept"].map((name) => join(dataDir, "postgres", name));
    expect(await readFile(join(data ?? "", "PG_VERSION"), "utf8")).toBe("17\n");
    expect(await readFile(join(kept ?? "", "PG_VERSION"), "utf8")).toBe("15\n");
    expect(existsSync(join(kept ?? "", "postmaster.pid"))).toBe(false);
    expect(logged.map(({ message }) => message)).toEqual([
      expect.stringContaining("upgrading"),
      expect.stringContaining("is upgraded"),
    ]);
    expect(logged[1]?.details).toMatchObject({
      from: "15",
      durationMs: expect.any(Number),
      kept,
      notCopied: ["somebody_else"],
    });
  });

  it("works from then on", async () => {
    const env = parseEnvironment({ DATA_DIR: dataDir, SESSION_SECRET: "a".repeat(40), LOG_LEVEL: "silent" });
    const { deps, stop } = await createDeps({ env, withWorker: false });
    const { rows } = await deps.db.$client.query("select count(*)::int as rows from users");
    await stop();
    expect(rows[0]).toEqual({ rows: (contents.tables["public.users"] as { rows: number }).rows });
  });
});

describe("data that can't be upgraded", () => {
  it.each(["14", "18"])("ends the start with one sentence (PostgreSQL %s)", async (major) => {
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, "postgres/data"), { recursive: true });
    await writeFile(join(dataDir, "postgres/data/PG_VERSION"), `${major}\n`);
    const starting = startPrivatePostgres(dataDir, { copyDatabases: copyToNewerServer });
    await expect(starting).rejects.toThrow(`was written by PostgreSQL ${major}, this release has 17:`);
    await rm(dataDir, { recursive: true });
  });

  it("because the disk is too full are left as they are, with one sentence", async () => {
    const folders = { root: tmpdir(), data: "/somewhere/data" };
    await requireSpace(folders, 1);
    await expect(requireSpace(folders, 2 ** 60)).rejects.toThrow(
      /^\/somewhere\/data of PostgreSQL 15 can't be upgraded: that needs 1099511627776 MiB of free disk space, and there are \d+ MiB\./,
    );
  });
});
