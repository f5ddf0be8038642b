import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connected } from "#api/bootstrap/migrate";
import { lockedBy, signalServer, startPrivatePostgres } from "#api/embedded-postgres/index";
import { startPreviousPostgres } from "#api/embedded-postgres/testing/previous-server";
import { copyToNewerServer } from "./copy-to-newer-server";
import type { Contents } from "./database-15.testing";
import { contentsOf, copyOf, makeDatabase15 } from "./database-15.testing";

let original: { dataDir: string; contents: Contents };
let dataDir: string;
const inRoot = (name: string) => join(dataDir, "postgres", name);
const versionOf = (name: string) => readFile(join(inRoot(name), "PG_VERSION"), "utf8").catch(() => null);

beforeAll(async () => {
  original = await makeDatabase15();
});
afterAll(() => rm(original.dataDir, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await copyOf(original.dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

const upgrade = () => startPrivatePostgres(dataDir, { copyDatabases: copyToNewerServer });

function startProcess(killAt: string[] = []) {
  const program = "api/bootstrap/database-copy/testing/upgrade-process.ts";
  return spawn(process.execPath, ["--import", "tsx", program, dataDir, ...killAt], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Upgrades in a process that kills itself at some step. */
async function killedUpgrade(killAt: string): Promise<void> {
  const [, signal] = await once(startProcess([killAt]), "exit");
  expect(signal).toBe("SIGKILL");
}

/** Starts the service's server: everything must be there, and nothing of the upgrade may be left running. */
async function expectUpgraded(): Promise<void> {
  const server = await upgrade();
  try {
    expect(await contentsOf(server.url("cabinet"))).toEqual(original.contents);
  } finally {
    await server.stop();
  }
  expect([await versionOf("data"), await versionOf("data-15-kept")]).toEqual(["17\n", "15\n"]);
  const left = (await readdir(join(dataDir, "postgres"))).filter((name) => /^new-|-new$|-lock$/.test(name));
  expect(left).toEqual([]);
  for (const name of ["data", "data-15-kept"]) expect(await lockedBy(inRoot(name))).toBeNull();
}

describe("an upgrade that is killed", () => {
  it.each(["before", "300", "900", "1800", "after"])(
    "leaves the old data in place and is repeated (%s)",
    async (step) => {
      await killedUpgrade(step);
      expect([await versionOf("data"), await versionOf("data-15-kept")]).toEqual(["15\n", null]);
      await expectUpgraded();
    },
  );

  it("together with its servers is repeated", async () => {
    await killedUpgrade("900");
    for (const name of ["data", "data-17-new", "data-lock"]) await signalServer(inRoot(name), "SIGKILL");
    await expectUpgraded();
  });

  it("between both renames is finished by the next start", async () => {
    await expectUpgraded();
    await rename(inRoot("data"), inRoot("data-17-new"));
    await expectUpgraded();
  });

  it("before the first rename is repeated, because the old data may have been used since", async () => {
    await expectUpgraded();
    await rename(inRoot("data"), inRoot("data-17-new"));
    await rename(inRoot("data-15-kept"), inRoot("data"));
    const used = await startPreviousPostgres(dataDir);
    await connected(used.url("cabinet"), (client) => client.query("update users set name = 'used since'"));
    const since = await contentsOf(used.url("cabinet"));
    await used.stop();
    const server = await upgrade();
    expect(await contentsOf(server.url("cabinet"))).toEqual(since);
    await server.stop();
  });
});

describe("an upgrade", () => {
  it("is made by one of several processes, while the others wait", async () => {
    const processes = [1, 2, 3].map(() => startProcess());
    const urls = await Promise.all(
      processes.map(async ({ stdout }) =>
        String((await once(createInterface({ input: stdout }), "line"))[0]),
      ),
    );
    for (const url of urls) expect(await contentsOf(url)).toEqual(original.contents);
    for (const one of processes) {
      const exit = once(one, "exit");
      one.kill("SIGTERM");
      await exit;
    }
    await expectUpgraded();
  });

  it("waits while a process of the previous release uses the data, and stops a server that nobody uses", async () => {
    const previous = await startPreviousPostgres(dataDir);
    const user = new Client({
      connectionString: previous.url("postgres"),
      application_name: "cabinet-present",
    });
    user.on("error", () => {});
    await user.connect();
    const isUsed = { code: "57P03", message: expect.stringContaining("stop the previous release") };
    await expect(upgrade()).rejects.toMatchObject(isUsed);
    expect((await user.query("select 1 as value")).rows).toEqual([{ value: 1 }]);
    await user.end();
    await expectUpgraded();
  });

  it("is refused if there is a table that this release does not know, and changes nothing", async () => {
    const before = await startPreviousPostgres(dataDir);
    await connected(before.url("cabinet"), (client) => client.query("create table strange (value text)"));
    await before.stop();
    const sentence =
      /^The database could not be upgraded .* is as before: This release has no table public.strange$/;
    await expect(upgrade()).rejects.toThrow(sentence);
    const left = (await readdir(join(dataDir, "postgres"))).filter((name) => name.startsWith("data-17"));
    expect([await versionOf("data"), left]).toEqual(["15\n", []]);
    const after = await startPreviousPostgres(dataDir);
    await connected(after.url("cabinet"), (client) => client.query("drop table strange"));
    expect(await contentsOf(after.url("cabinet"))).toEqual(original.contents);
    await after.stop();
    await expectUpgraded();
  });

  it("is refused while the kept folder of an earlier one is there", async () => {
    await mkdir(inRoot("data-15-kept"));
    await expect(upgrade()).rejects.toThrow(/data-15-kept of an earlier upgrade is still there/);
    expect(await versionOf("data")).toBe("15\n");
  });
});
