import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { inject } from "vitest";
import { ensureDatabase, migrate } from "#api/bootstrap/migrate";
import type { Database } from "#api/db/connect";
import { connect } from "#api/db/connect";
import { startPrivatePostgres } from "#api/embedded-postgres/index";

const template = "template_cabinet";
type Server = { url: (database: string) => string };

export type TestDatabase = { url: string; db: Database; close: () => Promise<void> };

const started = new Map<string, Promise<Server>>();

/**
 * Starts the server of a folder with a migrated template on first use. It runs without fsync, because its data need
 * not survive a crash.
 */
async function testServer(folder: string): Promise<Server> {
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: 200,
    max_wal_size: "128MB",
    autovacuum: "off",
  };
  const server = await startPrivatePostgres(folder, { settings });
  await ensureDatabase(server.url("postgres"), template);
  await migrate(server.url(template));
  return server;
}

async function asAdmin(server: Server, statement: string): Promise<void> {
  const client = new Client({ connectionString: server.url("postgres") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Creates a database for one test from the migrated template, or an empty one if `isEmpty`. Outside of Vitest, pass
 * the folder of the server.
 */
export async function testDatabase({
  isEmpty = false,
  folder = inject("postgresFolder"),
} = {}): Promise<TestDatabase> {
  const starting = started.get(folder) ?? testServer(folder);
  started.set(folder, starting);
  const server = await starting;
  const name = `test_${randomBytes(8).toString("hex")}`;
  if (isEmpty) await asAdmin(server, `create database ${name} template template0`);
  else await createFromTemplate(server, name);
  const url = server.url(name);
  const { db, close } = connect(url);
  return {
    url,
    db,
    close: async () => {
      await close();
      await asAdmin(server, `drop database ${name} with (force)`);
    },
  };
}

/**
 * Copies the template, with retries: it can be copied only while nobody is connected, but other test files connect
 * briefly to check its migrations.
 */
async function createFromTemplate(server: Server, name: string): Promise<void> {
  const beingAccessed = "55006";
  for (let attempt = 1; ; attempt++) {
    try {
      return await asAdmin(server, `create database ${name} template ${template} strategy file_copy`);
    } catch (error) {
      if ((error as { code?: string }).code !== beingAccessed || attempt === 100) throw error;
      await pause(50);
    }
  }
}
