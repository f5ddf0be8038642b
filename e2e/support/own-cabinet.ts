import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#api/cli/free-port";
import { untilItAnswers } from "./global-setup";

export type OwnCabinet = {
  port: number;
  origin: string;
  dataDir: string;
  process: ChildProcess;
  /** The output so far, from stdout and stderr. */
  output: () => string;
  stop: () => Promise<void>;
};

/**
 * Starts a separate cabinet for a test. Set the URL of its API to one of the test's choice; by default nothing
 * listens there.
 */
export async function ownCabinet({
  program = ["bin/serve.mjs"],
  readyPath = "/livez",
  args = [],
  env = {},
}: {
  /** The program that Node runs, for example another server of the same build. */
  program?: string[];
  /** Path that responds with 2xx once the program listens. */
  readyPath?: string;
  args?: string[];
  env?: Record<string, string>;
} = {}): Promise<OwnCabinet> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), "cabinet-own-"));
  // the user that PostgreSQL runs as needs access
  chmodSync(dataDir, 0o711);
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    API_URL: "http://127.0.0.1:9",
    PUBLIC_ORIGIN: "",
  };
  const cabinet = spawn(process.execPath, [...program, ...args], {
    env: { ...process.env, NODE_ENV: "production", ...settings, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const output of [cabinet.stdout, cabinet.stderr]) output.on("data", (text) => (written += text));
  const stop = async () => {
    const ended = new Promise((resolve) => cabinet.once("exit", resolve));
    if (cabinet.exitCode === null && cabinet.kill("SIGTERM")) await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  await untilItAnswers(origin + readyPath, cabinet).catch(async (error: unknown) => {
    await stop();
    throw new Error(`${error}\n${written}`);
  });
  return { port, origin, dataDir, process: cabinet, output: () => written, stop };
}
