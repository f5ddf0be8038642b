import { execFileSync } from "node:child_process";

/** Builds the cabinet before tests that use the build, unless it is up to date. */
export function setup(): void {
  const script = 'import { buildIfNeeded } from "./bin/build.mjs"; buildIfNeeded()';
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], { stdio: "inherit" });
}
