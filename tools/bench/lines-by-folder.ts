import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { table } from "./charts";

const isCode = (path: string) => /\.(ts|tsx|mjs|css|sql)$/.test(path);
const isTest = (path: string) =>
  /\.(test|spec|bench)\.tsx?$/.test(path) || path.startsWith("e2e/") || path.includes("/testing/");
const isGenerated = (path: string) => path.startsWith("api/db/migrations/");

/** Counts committed lines of code per top folder, without tests and generated migrations. */
export function linesByFolder(): string[] {
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
    .split("\0")
    .filter((path) => path.includes("/") && isCode(path) && !isGenerated(path));
  const sumsByFolder = new Map<string, { code: number; tests: number }>();
  for (const path of files) {
    const folder = path.slice(0, path.indexOf("/"));
    const sums = sumsByFolder.get(folder) ?? { code: 0, tests: 0 };
    sums[isTest(path) ? "tests" : "code"] += readFileSync(path, "utf8").split("\n").length - 1;
    sumsByFolder.set(folder, sums);
  }
  const rows = [...sumsByFolder].sort(([, one], [, other]) => other.code - one.code);
  const total = (kind: "code" | "tests") => rows.reduce((sum, [, lines]) => sum + lines[kind], 0);
  return [
    "## Lines by folder",
    "TypeScript, styles and SQL that are committed, generated migrations not.",
    table(
      ["folder", "lines", "of tests besides"],
      [
        ...rows.map(([folder, { code, tests }]) => [`\`${folder}\``, code, tests]),
        ["all", total("code"), total("tests")],
      ],
    ),
  ];
}
