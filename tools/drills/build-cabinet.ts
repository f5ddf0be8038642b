import { execFileSync } from "node:child_process";

/** Before tests of the built cabinet: builds it, unless the build is of these sources. */
export function setup(): void {
  const script = 'import { buildIfNeeded } from "./bin/build.mjs"; buildIfNeeded()';
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], { stdio: "inherit" });
}
