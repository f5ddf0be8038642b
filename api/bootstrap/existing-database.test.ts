import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEnvironment } from "#api/lib/environment";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { testDatabase } from "#api/testing/test-database";
import { countClients, nameOfDatabase, requireEmbeddedData } from "./existing-database";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

describe("commands on an existing database", () => {
  it("create no database if there is none", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cabinet-none-"));
    const env = parseEnvironment({ DATA_DIR: folder });
    expect(() => requireEmbeddedData(env)).toThrow(`There is no database in ${folder}. Set DATABASE_URL`);
    await rm(folder, { recursive: true });
  });

  it("refuse a database on which the cabinet never ran", async () => {
    const empty = await testDatabase({ isEmpty: true });
    await expect(countClients(empty.url, "the database")).rejects.toThrow("the database is empty");
    await empty.close();
  });

  it("name the database, without its password, and its number of clients", async () => {
    const before = await countClients(api.databaseUrl, "it");
    await api.newClient();
    expect(await countClients(api.databaseUrl, "it")).toBe(before + 1);
    const env = parseEnvironment({ DATABASE_URL: "postgres://cabinet:hush@db.example.com:5433/books" });
    expect(nameOfDatabase(env)).toBe("postgres://cabinet@db.example.com:5433/books");
    const slashed = parseEnvironment({ DATABASE_URL: "postgres://cabinet:hu/sh@db.example.com/books" });
    expect(nameOfDatabase(slashed)).toBe("postgres://cabinet@db.example.com/books");
  });
});
