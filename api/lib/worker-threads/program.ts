import { basename, resolve } from "node:path";

/** What a thread runs: the address of a built program, or its text. */
export type Program = { file: string } | { text: string };

const texts = new Map<string, Promise<string>>();

/**
 * All that a thread with this task runs. `npm run build` makes it; from the sources it is bundled once in a process, since a thread that
 * loads a hundred sources one by one needs a second for it, and each reading has a thread of its own.
 *
 * @param file a module that calls `serve(run)`, from the project's root
 */
export async function programOf(file: string): Promise<Program> {
  if (import.meta.env?.PROD) return { file: resolve("build/programs", `${basename(file, ".ts")}.js`) };
  const text = texts.get(file) ?? bundle(file);
  texts.set(file, text);
  text.catch(() => texts.delete(file));
  return { text: await text };
}

async function bundle(file: string): Promise<string> {
  // an installation that serves a build does not have it
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [file],
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
