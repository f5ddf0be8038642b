import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missingPrograms } from "#tools/drills/debian.testing";
import { proveFailover } from "./failover";

const missing =
  process.getuid?.() === 0
    ? missingPrograms("postgres", "patroni", "etcd", "haproxy")
    : "PostgreSQL is started as its own user, which only root can do";

describe.skipIf(missing)(`deploy/failover/ on Debian's Patroni, etcd and HAProxy ${missing ?? ""}`, () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cabinet-failover-"));
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("a killed primary is replaced within 30 seconds, and nothing acknowledged is lost or duplicated", async () => {
    const { faults, counts, failures } = await proveFailover({ folder, times: 1, clients: 8 });
    expect(faults).toEqual({});
    expect(counts.transfer).toBeGreaterThan(0);
    expect(failures).toHaveLength(1);
    const [{ leader, heir, seconds } = { leader: "", heir: "", seconds: Number.NaN }] = failures;
    expect(heir).toMatch(/^db\d$/);
    expect(heir).not.toBe(leader);
    expect(seconds).toBeLessThan(30);
  }, 180_000);
});
