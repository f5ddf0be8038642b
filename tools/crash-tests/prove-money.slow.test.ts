import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { drillSize } from "#api/testing/drill-size";
import { proveMoney } from "./run";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cabinet-proof-"));
  await chmod(dataDir, 0o711);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const minutes = 60_000;

test("kills of API and database neither lose nor create a cent", {
  timeout: 4 * minutes,
}, async () => {
  const { faults, counts } = await proveMoney({
    dataDir,
    seconds: drillSize({ daily: 12, nightly: 60 }),
    clients: 12,
    processes: 2,
    isNaive: false,
  });
  expect(faults).toEqual({});
  // the run did check, move money and kill
  expect(counts["looks at the whole"]).toBeGreaterThan(0);
  expect(counts.transfer).toBeGreaterThan(0);
  expect(counts["databases killed"]).toBeGreaterThan(0);
});

test(
  "the same crash test fails with naive transfers",
  async () => {
    const { faults } = await proveMoney({ dataDir, seconds: 5, clients: 12, processes: 2, isNaive: true });
    expect(faults).not.toHaveProperty("an end of a process");
    expect(Object.keys(faults).length).toBeGreaterThan(0);
  },
  4 * minutes,
);
