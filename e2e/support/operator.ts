import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Runs a command of the operator, such as `["tickets", "reply", …]`, on a cabinet's data folder; returns what it prints.
 * The test goes on meanwhile: connections to the cabinet and the browser live.
 */
export async function operate(
  args: readonly string[],
  dataDir = process.env.E2E_DATA_DIR,
  settings: Record<string, string> = {},
): Promise<string> {
  const command = ["build/programs/admin.js", ...args];
  const env = { ...process.env, ...settings, DATA_DIR: dataDir, OPERATOR: "e2e", LOG_LEVEL: "silent" };
  return (await run(process.execPath, command, { env })).stdout;
}
