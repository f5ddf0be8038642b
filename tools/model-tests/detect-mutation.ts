import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mutation } from "./mutations";

export type MutationResult = { isFound: boolean; seconds: number; why: string };

const copied = ["api", "contract", "statements", "locales", "tools", "package.json", "tsconfig.json"];

/** Runs the model-based test on a copy of the sources with one mutation; stops at the first violation. */
export async function detectMutation(
  { file, from, to }: Mutation,
  minutes: number,
  seed: number,
): Promise<MutationResult> {
  const folder = await mkdtemp(join(tmpdir(), "cabinet-fault-"));
  try {
    for (const name of copied) await cp(name, join(folder, name), { recursive: true });
    await symlink(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    const source = await readFile(join(folder, file), "utf8");
    if (source.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`);
    await writeFile(
      join(folder, file),
      source.replace(from, () => to),
    );
    const startedAt = Date.now();
    const output = await run(folder, [
      "--minutes",
      String(minutes),
      "--seed",
      String(seed),
      "--known",
      "--shrink",
      "0",
    ]);
    const why = /^RuleBroken: (.+)$|^(\w*Error: .+)$/m.exec(output);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    return { isFound: output.includes("BROKEN"), seconds, why: why?.[1] ?? why?.[2] ?? "" };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(cwd: string, options: string[]): Promise<string> {
  const script = "tools/model-tests/prove-rules.ts";
  const child = spawn(process.execPath, ["--import", "tsx", script, ...options], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await once(child, "close");
  return output;
}
