import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs a file with Node, with these settings alone; its output, and its exit code. */
export async function runNode(words: string[], settings: Record<string, string>) {
  const { PATH = "", NODE_ENV = "test" } = process.env;
  const env = { PATH, NODE_ENV, BACKUP_PASSPHRASE: "a long pass phrase", ...settings };
  return run(process.execPath, words, { env, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/** Runs a program of `api/cli` as `cabinet` does, from the build: loading the sources takes seconds of a core each time. */
export const runCommand = (program: string, words: string[], settings: Record<string, string>) =>
  runNode(["bin/cabinet.mjs", ...(program === "admin" ? [] : [program]), ...words], settings);
