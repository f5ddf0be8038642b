// `npm run mutate -- <folder below api>`: changes the code of a folder in small ways and looks whether its tests notice.
// A folder of a module (`-- modules/vps/renewal`) is held against the tests of its module: a large one is asked in parts, each with its figure.
// Writes the figure into docs/mutation.md; what survived, with its place, into reports/mutation/<folder>.html. One file of it, while its
// tests are being written (`-- http/rate-limit.ts`), is held against the same tests and writes no figure.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Stryker } from "@stryker-mutator/core";

const asked = process.argv[2]?.replace(/^api\//, "").replace(/\/$/, "");
if (!asked || !existsSync(`api/${asked}`)) {
  console.error(
    "npm run mutate -- <folder below api>, such as ledger, http, modules/payments, modules/partners",
  );
  process.exit(1);
}
const isOneFile = asked.endsWith(".ts");
const folder = isOneFile ? dirname(asked) : asked;
const owner = /^modules\/[^/]+/.exec(folder)?.[0] ?? folder;
const name = asked.replaceAll("/", "-");
const reports = "reports/mutation";
mkdirSync(reports, { recursive: true });

const results = await new Stryker({
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.config.ts", related: true },
  // a rule is held where it lives: another folder's test that happens to pass by is no proof, and takes an hour
  testFiles: [`api/${owner}/**/*.test.ts`, "!**/*.{slow,nightly}.test.ts"],
  mutate: [
    isOneFile ? `api/${asked}` : `api/${folder}/**/*.ts`,
    "!**/*.test.ts",
    "!**/testing.ts",
    "!**/testing/**",
  ],
  ignorePatterns: ["/build", "/data", "/reports", "/test-results", "/docs"],
  ignoreStatic: true,
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 30_000,
  reporters: ["clear-text", "progress-append-only", "html"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `${reports}/${name}.html` },
  tempDirName: `${reports}/sandbox-${name}`,
  symlinkNodeModules: true,
}).runMutationTest();

const counted = results.filter(({ status }) => status !== "Ignored" && status !== "CompileError");
const killed = counted.filter(({ status }) => status === "Killed" || status === "Timeout").length;
const share = counted.length === 0 ? 0 : (100 * killed) / counted.length;
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const row = `| \`${folder}\` | ${killed} of ${counted.length} | ${share.toFixed(1)} % | ${commit} |`;
if (!isOneFile) writeFileSync("docs/mutation.md", withRow(readFileSync("docs/mutation.md", "utf8"), row));
console.log(row);

/** The table with this folder's row put in its place. */
function withRow(text, line) {
  const isTableRow = (one) => one.startsWith("| `");
  const lines = text.trimEnd().split("\n");
  const rows = lines.filter((one) => isTableRow(one) && !one.startsWith(`| \`${folder}\` |`));
  return `${[...lines.filter((one) => !isTableRow(one)), ...[...rows, line].sort()].join("\n")}\n`;
}
