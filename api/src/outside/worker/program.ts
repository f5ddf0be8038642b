import { build } from "esbuild";

const programs = new Map<string, Promise<string>>();

/**
 * All that a thread with this task runs, as one text: a thread that loads a hundred sources one by one needs a second for it, and
 * each reading has a thread of its own. Made once in a process.
 *
 * @param file a module that exports `run(input, emit)`, from the project's root.
 */
export function programOf(file: string): Promise<string> {
  const known = programs.get(file);
  if (known) return known;
  const made = bundle(file);
  programs.set(file, made);
  made.catch(() => programs.delete(file));
  return made;
}

async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { serve } from "./api/src/outside/worker/boot";\nimport { run } from "./${file}";\nserve(run);`,
      resolveDir: process.cwd(),
      loader: "ts",
    },
    bundle: true,
    external: ["sharp"],
    write: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
