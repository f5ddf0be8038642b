import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Calls `use` with the path of a temporary file with this text. */
export const withFile = (text: string, use: (path: string) => Promise<unknown>): Promise<void> =>
  withFolder(async (folder) => {
    const path = join(folder, "file");
    await writeFile(path, text, { mode: 0o600 });
    await use(path);
  });

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "machine-"));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Calls `use` with the path of a temporary drive labelled `cidata` with these files. It is deleted afterwards because
 * it contains a password.
 */
export const withDrive = (
  files: Record<string, string>,
  use: (path: string) => Promise<unknown>,
): Promise<void> =>
  withFolder(async (folder) => {
    const paths = Object.keys(files).map((name) => join(folder, name));
    await Promise.all(
      Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text, { mode: 0o600 })),
    );
    const drive = join(folder, "drive.iso");
    await runXorriso(["-quiet", "-output", drive, "-volid", "cidata", "-joliet", "-rock", ...paths]);
    await use(drive);
  });

/** Runs xorriso in its mkisofs mode. @throws with a plain message if it is missing. */
export async function runXorriso(args: readonly string[]): Promise<void> {
  await run("xorrisofs", args, { timeout: 20_000 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error("xorrisofs (of xorriso) is not installed here") : error;
  });
}
