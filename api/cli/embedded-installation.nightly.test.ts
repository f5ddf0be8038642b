import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PrivatePostgres } from "#api/embedded-postgres/index";
import { startPrivatePostgres } from "#api/embedded-postgres/index";
import { runCommand } from "./run-command.testing";

let folder: string;
let server: PrivatePostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinet-embedded-"));
  server = await startPrivatePostgres(folder, { settings: { fsync: "off" } });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function query(statement: string) {
  const client = new Client({ connectionString: server.url("postgres") });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

/** Returns the output meant for the person who started it, without log lines. */
const linesOf = (output: string) =>
  output
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("{"));

describe("commands on an embedded PostgreSQL", { timeout: 120_000 }, () => {
  const commands: [string, string[]][] = [
    ["admin", ["staff", "list"]],
    ["backup", ["into"]],
    ["drill", ["into"]],
  ];

  it.each(commands)(
    "create no database where the cabinet was never started (%s %j)",
    async (program, args) => {
      const settings = { DATA_DIR: folder, SESSION_SECRET: "a".repeat(40) };
      const { code, output } = await runCommand(program, args, settings);
      expect(linesOf(output)).toEqual([
        `the embedded database in ${folder} does not exist. Are DATABASE_URL and DATA_DIR right?`,
      ]);
      expect(code).toBe(1);
      const { rows } = await query("select datname from pg_database where datname = 'cabinet'");
      expect(rows).toEqual([]);
    },
  );
});

describe("a database with another password", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await query("create role guarded login password 'right'");
    const file = (await query("show hba_file")).rows[0].hba_file as string;
    await writeFile(file, `local all guarded scram-sha-256\n${await readFile(file, "utf8")}`);
    await query("select pg_reload_conf()");
  });

  it.each(["admin", "backup", "api", "worker"])("ends %s with a one-sentence message", async (program) => {
    const url = server.url("postgres").replace("cabinet@", "guarded:wrong@");
    const args = { admin: ["staff", "list"], backup: ["into"] }[program] ?? [];
    const settings = { DATABASE_URL: url, DATA_DIR: folder, SESSION_SECRET: "a".repeat(40), PORT: "0" };
    const { code, output } = await runCommand(program, args, settings);
    expect(linesOf(output)).toEqual([
      "postgres://guarded@/postgres refuses the password. Is DATABASE_URL right?",
    ]);
    expect(code).toBe(1);
  });
});

describe("startup of the service", { timeout: 120_000 }, () => {
  it.each(["api", "worker"])(
    "fails with a one-sentence message if a settings file is unreadable (%s)",
    async (program) => {
      const key = join(folder, "none.pem");
      const { code, output } = await runCommand(program, [], {
        DATA_DIR: folder,
        SESSION_SECRET: "a".repeat(40),
        PORT: "0",
        DKIM_SELECTOR: "one",
        DKIM_KEY_FILE: key,
      });
      expect(linesOf(output)).toEqual([
        expect.stringMatching(/^DKIM_KEY_FILE can't be read: ENOENT.*none\.pem/),
      ]);
      expect(code).toBe(1);
    },
  );
});
