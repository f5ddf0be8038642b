import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "#api/cli/free-port";

test("a signal to npm ends the service and not npm alone", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "cabinet-npm-"));
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: "127.0.0.1",
    LOG_LEVEL: "silent",
  };
  const npm = spawn("npm", ["run", "--silent", "api"], { env, stdio: "ignore" });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await expect.poll(isUp, { timeout: 60_000, interval: 100 }).toBe(true);
    const exit = once(npm, "exit");
    npm.kill("SIGTERM");
    await exit;
    await expect.poll(isUp, { timeout: 20_000, interval: 100 }).toBe(false);
  } finally {
    npm.kill("SIGKILL");
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
  }
}, 100_000);
