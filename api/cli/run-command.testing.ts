import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs a program of `api/cli` with only these settings. Returns its output and exit code. */
export async function runCommand(program: string, words: string[], settings: Record<string, string>) {
  const { PATH = "", NODE_ENV = "test" } = process.env;
  const env = { PATH, NODE_ENV, BACKUP_PASSPHRASE: "a long pass phrase", ...settings };
  const file = `api/cli/${program}.ts`;
  return run(process.execPath, ["--import", "tsx", file, ...words], { env, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}
