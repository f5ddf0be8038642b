import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Runs an operator command, such as `["tickets", "reply", …]`, on a cabinet's data directory; returns its output.
 * Asynchronous, so that the test's connections to the cabinet and the browser stay alive.
 */
export async function runAdminCommand(
  args: readonly string[],
  dataDir = process.env.E2E_DATA_DIR,
  settings: Record<string, string> = {},
): Promise<string> {
  const command = ["build/programs/admin.js", ...args];
  const env = { ...process.env, DATA_DIR: dataDir, OPERATOR: "e2e", LOG_LEVEL: "silent", ...settings };
  return (await run(process.execPath, command, { env })).stdout;
}
