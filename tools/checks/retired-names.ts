// Part of `npm run check`: rejects the names of tools/retired-names.txt in sources, documents and paths.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const list = "tools/retired-names.txt";
/** History uses the names of its time; migrations and dumps can't be rewritten. */
const exempt =
  /^(CHANGELOG\.md|docs\/(adr|decisions)\/|api\/db\/migrations\/|api\/cli\/backup\/releases\/|tools\/retired-names\.txt)/;
const text = /\.(ts|tsx|mjs|cjs|js|md|css|json|yml|yaml|sh)$/;

type Retired = { name: string; replacement: string };

/** Parses the lines of retired-names.txt. */
export function retiredNames(source: string): Retired[] {
  return source
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      const [name = "", replacement = ""] = line.split(" = ");
      return { name, replacement };
    });
}

/**
 * Returns a message for each line and retired name that the line uses, as a whole identifier or as a path segment.
 */
export function retiredIn({ path, content }: { path: string; content: string }, names: Retired[]): string[] {
  const lines = [path, ...content.split("\n")];
  return names.flatMap(({ name, replacement }) =>
    lines.flatMap((line, index) =>
      uses(line, name) ? [`${path}${index ? `:${index}` : ""}: ${name} is retired, use ${replacement}`] : [],
    ),
  );
}

function uses(line: string, name: string): boolean {
  const isWordPart = /[\w$-]/;
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const [before = "", after = ""] = [line[at - 1], line[at + name.length]];
    if (isWordPart.test(before)) continue;
    // for a folder, something in it must follow
    if (name.endsWith("/") ? /[a-z]/.test(after) : !isWordPart.test(after)) return true;
  }
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = retiredNames(readFileSync(list, "utf8"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter(
      (path) => text.test(path) && !exempt.test(path) && path !== "package-lock.json" && existsSync(path),
    );
  const found = files.flatMap((path) => retiredIn({ path, content: readFileSync(path, "utf8") }, names));
  for (const message of found) console.error(message);
  process.exit(found.length === 0 ? 0 : 1);
}
