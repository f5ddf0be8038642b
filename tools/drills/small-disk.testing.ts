import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A folder on a separate small disk, which can be filled completely or made read-only. */
export type SmallDisk = { become: (state: "sound" | "full" | "read-only") => void; unmount: () => void };

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "pipe" });

/** Returns null if mounting is not allowed: only root on Linux may. */
export function smallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  try {
    run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder);
  } catch {
    return null;
  }
  const ballast = join(folder, "ballast");
  return {
    become: (state) => {
      run("mount", "-o", `remount,${state === "read-only" ? "ro" : "rw"}`, folder);
      if (state === "full") fill(ballast);
      else if (state === "sound") rmSync(ballast, { force: true });
    },
    unmount: () => run("umount", "--lazy", folder),
  };
}

function fill(path: string): void {
  for (const bytes of [4096, 1])
    try {
      for (;;) writeFileSync(path, new Uint8Array(bytes), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
}
