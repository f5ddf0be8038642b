import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Names that no operator sets: of the machine, of npm, of the demo's own command, of the tests, and what a primary tells its workers. */
const notSettings = new Set(["NODE_ENV", "PATH", "HOME", "DEMO", "NIGHTLY", "WORKER_COUNT", "WORKER_NUMBER"]);

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.(ts|tsx|mjs)$/.test(name) && !/\.(test|testing|bench)\./.test(name)) yield path;
  }
}

/** Every setting that the code reads, found in its text: `process.env.NAME`, and `{ NAME, … } = process.env` or `= settings`, and the service's type of them. */
export function settingsOfTheCode(): string[] {
  const found = new Set<string>();
  for (const folder of ["api", "app", "bin"])
    for (const path of sources(folder)) {
      const text = readFileSync(path, "utf8");
      for (const [, name = ""] of text.matchAll(/(?:process\.env|environment\(\))\.([A-Z][A-Z0-9_]+)/g))
        found.add(name);
      for (const [, names = ""] of text.matchAll(
        /\{([^{}]*)\}\s*(?:=\s*(?:process\.env|environment\(\)|settings)|:\s*Environment)(?!\w)/g,
      ))
        for (const [name] of names.matchAll(/\b[A-Z][A-Z0-9_]{2,}\b/g)) found.add(name);
      for (const [, name = ""] of text.matchAll(/\bsettings\.([A-Z][A-Z0-9_]+)/g)) found.add(name);
      // the service reads nothing that its type does not name
      if (path.endsWith("values/environment.ts"))
        for (const [, name = ""] of text.matchAll(/\| "([A-Z][A-Z0-9_]+)"/g)) found.add(name);
    }
  return [...found].filter((name) => !notSettings.has(name)).sort();
}

/** Every setting that `.env.example` names, set or as a comment. */
export const settingsOfTheExample = (): string[] =>
  [...readFileSync(".env.example", "utf8").matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)]
    .map(([, name = ""]) => name)
    .sort();
