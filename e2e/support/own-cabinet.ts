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
  /** What it has said so far, on both of its outputs. */
  output: () => string;
  stop: () => Promise<void>;
};

/** A cabinet of a test's own, whose API is at an address of the test's choice: nothing answers at the default one. */
export async function ownCabinet({
  program = ["bin/serve.mjs"],
  readyPath = "/livez",
  args = [],
  env = {},
}: {
  /** What Node runs, such as another server of the same build. */
  program?: string[];
  /** Answers well once the program listens. */
  readyPath?: string;
  args?: string[];
  env?: Record<string, string>;
} = {}): Promise<OwnCabinet> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), "cabinet-own-"));
  // whoever PostgreSQL runs as must come in
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
