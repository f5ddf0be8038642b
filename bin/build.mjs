// Builds the cabinet where its build is missing or older than the sources.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const builder = "node_modules/@remix-run/dev/dist/cli.js";
const sources = [
  ...["app", "api", "contract", "locales", "server", "statements"],
  ...["vite.config.ts", "vite.server.config.ts", "package-lock.json"],
];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isBuilt() {
  try {
    const builtAt = statSync("build/programs/server.js").mtimeMs;
    // an installation without what builds serves what was built for it
    if (!existsSync(builder)) return true;
    return sources.every((path) => newest(path) <= builtAt);
  } catch {
    return false;
  }
}

/** Builds where that is needed; ends the process where it can't. */
export function buildIfNeeded() {
  if (isBuilt()) return;
  console.log("Building the cabinet; this takes some seconds, and only the first time.");
  try {
    // what a build has to say is worth reading only where it failed
    execFileSync(process.execPath, [builder, "vite:build", "--logLevel", "warn"], { stdio: "pipe" });
    execFileSync(
      process.execPath,
      ["node_modules/vite/bin/vite.js", "build", "--config", "vite.server.config.ts", "--logLevel", "warn"],
      { stdio: "pipe" },
    );
  } catch (error) {
    console.error(`${error.stdout}${error.stderr}\nThe cabinet could not be built.`);
    process.exit(1);
  }
}
