import { rm } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { build } from "esbuild";

/**
 * Bundles a program into one file that node runs directly: loading it from sources takes seconds of a core at each
 * start.
 */
export async function bundleProgram(script: string): Promise<{ file: string; remove: () => Promise<void> }> {
  // below `node_modules`, so that external packages resolve
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
