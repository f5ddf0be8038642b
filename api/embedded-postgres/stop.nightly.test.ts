import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startPrivatePostgres } from "./index";
import { lockedBy, serverPid, signalServer } from "./postmaster";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp("/tmp/cabinet-stop-");
  await chmod(dataDir, 0o711);
});
afterEach(() => rm(dataDir, { recursive: true }));

test("a server that died and is being started again does not outlive the last process that stops it", {
  timeout: 120_000,
}, async () => {
  const server = await startPrivatePostgres(dataDir, { settings: { fsync: "off" } });
  const data = join(dataDir, "postgres/data");
  const killed = await lockedBy(data);
  await signalServer(data, "SIGKILL");
  await vi.waitUntil(async () => ![null, killed].includes(await serverPid(data)), {
    timeout: 60_000,
    interval: 5,
  });
  await server.stop();
  expect(await serverPid(data)).toBeNull();
});
