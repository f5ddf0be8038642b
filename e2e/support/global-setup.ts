import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { respondsOk } from "./responds-ok";

const startMilliseconds = 120_000;

/**
 * Starts the built cabinet as a user would, with the demo's data in a separate data directory; returns a function
 * that stops it.
 */
export default async function startCabinet(): Promise<() => Promise<void>> {
  if (process.env.E2E_DATA_DIR) return async () => {};
  const port = process.env.E2E_PORT ?? "4173";
  const dataDir = mkdtempSync(join(tmpdir(), "cabinet-e2e-"));
  chmodSync(dataDir, 0o711);
  process.env.E2E_DATA_DIR = dataDir;
  const server = spawn(process.execPath, ["bin/serve.mjs", "--demo"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: port,
      DATA_DIR: dataDir,
      PROVISIONER_SECONDS: "1",
      LOG_LEVEL: "warn",
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      // each test is a client with an address of its own (support/test.ts), or tests would share rate limits
      TRUST_PROXY: "1",
      ADMIN: "on",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await untilItAnswers(`http://localhost:${port}/readyz`, server).catch((error: unknown) => {
    server.kill("SIGTERM");
    throw error;
  });
  return async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Waits until a URL responds with 2xx; fails if the process ends or after two minutes. */
export async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + startMilliseconds;
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`The cabinet did not start: exit code ${server.exitCode}`);
    if (await respondsOk(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The cabinet did not answer ${url}`);
}
