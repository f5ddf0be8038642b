import { rm } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { build } from "esbuild";

/** A program made into one file that node runs as it is: a process that loads it from sources needs seconds of a core at each start. */
export async function bundleProgram(script: string): Promise<{ file: string; remove: () => Promise<void> }> {
  // where the packages it leaves out are found from
  const file = resolve(`node_modules/.cache/prove-money/${process.pid}/${basename(script, ".ts")}.mjs`);
  await build({
    entryPoints: [script],
    outfile: file,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "silent",
  });
  return { file, remove: () => rm(file, { force: true }) };
}
