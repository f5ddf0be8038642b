import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { access, constants, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "#api/lib/environment";
import type { Finding } from "./finding";
import { find } from "./finding";

const run = promisify(execFile);
const gigabyte = 1e9;
const leastFreeBytes = gigabyte;
const leastFreeShare = 0.1;

/** Throws if a disk is nearly full. */
export function describeSpace(folder: string, freeBytes: number, totalBytes: number): string {
  const share = freeBytes / totalBytes;
  const free = `${(freeBytes / gigabyte).toFixed(1)} GB are free where ${folder} is (${Math.round(share * 100)}%)`;
  if (freeBytes < leastFreeBytes || share < leastFreeShare) throw new Error(`Only ${free}: make room.`);
  return free;
}

export const examineDisk = (folder: string): Promise<Finding> =>
  find("disk", async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return describeSpace(folder, bavail * bsize, blocks * bsize);
  });

/** Checks that nobody else can read files with secrets, and that this user can write the uploads. */
export const examinePermissions = (
  { DATA_DIR, DKIM_KEY_FILE }: Environment,
  deployment = "/etc/cabinet/cabinet.env",
): Promise<Finding> =>
  find("permissions", async () => {
    const secrets = [deployment, join(DATA_DIR, "session-secret"), DKIM_KEY_FILE ?? ""];
    for (const file of secrets.filter((path) => existsSync(path)))
      if ((await stat(file)).mode & 0o007)
        throw new Error(`${file} is open to every user of this machine: chmod o= ${file}`);
    await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
      throw new Error(
        `${DATA_DIR} can't be written by this user: run this as the services' user, or chown it.`,
      );
    });
    return `secrets are closed to others, ${DATA_DIR} can be written`;
  });

const bootedBySystemd = "/run/systemd/system";
const timers = ["cabinet-backup.timer", "cabinet-drill.timer"];

/** Checks that systemd timers make the backups and test them. */
export const examineTimers = (systemd = bootedBySystemd): Promise<Finding> =>
  find("timers", async () => {
    if (!existsSync(systemd)) return "no systemd here: something else has to run backup and drill";
    for (const timer of timers)
      for (const question of ["is-enabled", "is-active"])
        await run("systemctl", [question, "--quiet", timer]).catch(() => {
          throw new Error(`${timer} does not run: systemctl enable --now ${timer}`);
        });
    return `${timers.join(" and ")} run`;
  });

const mostOffMs = 2_000;

/** @param offMs how far the database's clock is ahead */
export const examineClock = (readOffMs: () => Promise<number>, systemd = bootedBySystemd): Promise<Finding> =>
  find("clock", async () => {
    const offMs = await readOffMs();
    const seconds = `${(Math.abs(offMs) / 1000).toFixed(1)} s`;
    if (Math.abs(offMs) > mostOffMs)
      throw new Error(
        `This machine's clock is ${seconds} off the database's: timedatectl set-ntp true, on both.`,
      );
    if (existsSync(systemd)) {
      const { stdout } = await run("timedatectl", ["show", "--property=NTPSynchronized", "--value"]);
      if (stdout.trim() !== "yes") throw new Error("The clock is not synchronised: timedatectl set-ntp true");
    }
    return `${seconds} off the database's`;
  });
