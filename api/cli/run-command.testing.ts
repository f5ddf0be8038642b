import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs a file with Node and only these settings. Returns its output and exit code. */
export async function runNode(args: string[], settings: Record<string, string>) {
  const { PATH = "", NODE_ENV = "test" } = process.env;
  const env = { PATH, NODE_ENV, BACKUP_PASSPHRASE: "a long pass phrase", ...settings };
  return run(process.execPath, args, { env, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/**
 * Runs a program of `api/cli` from the build, like `cabinet`; loading the sources takes seconds of CPU time each
 * time.
 */
export const runCommand = (program: string, args: string[], settings: Record<string, string>) =>
  runNode(["bin/cabinet.mjs", ...(program === "admin" ? [] : [program]), ...args], settings);
