import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file of the release before, which open pages may still load. */
export const previousAsset = "of-the-previous-release.js";

/**
 * Publishes the built files of a release for Caddy by the command of a file of `deploy/`. They are added to files
 * that an earlier release published without access for others, under the umask of a cautious system.
 * @param folder instead of /srv/cabinet
 * @returns the folder that Caddy serves
 */
export function publishClientFiles(release: string, folder: string, source = "deploy/README.md"): string {
  const command = readFileSync(source, "utf8")
    .split("\n")
    .find((line) => line.startsWith("cp -rn build/client/."));
  if (!command) throw new Error(`${source} does not say how built files are published`);
  const client = join(folder, "client");
  mkdirSync(join(client, "assets"), { recursive: true, mode: 0o750 });
  writeFileSync(join(client, "assets", previousAsset), "export {};\n", { mode: 0o640 });
  const script = `umask 027; release=.; ${command.replace(/ # .*$/, "").replaceAll("/srv/cabinet", folder)}`;
  execFileSync("sh", ["-c", script], { cwd: release, stdio: "pipe" });
  return client;
}
