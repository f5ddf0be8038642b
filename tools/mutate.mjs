// `npm run mutate -- <folder below api>`: mutation testing of a folder with Stryker.
// A folder of a module (`-- modules/vps/renewal`) runs against the tests of its module; large modules are tested in
// parts, each with its score.
// Writes the score into docs/mutation.md, and surviving mutants with their places into
// reports/mutation/<folder>.html.
// With `--own-tests` (`-- modules/vps/drift --own-tests`) only the tests in that folder run: minutes instead of an
// hour, and a score that the tests of the whole module can only raise.
// A single file, while its tests are being written (`-- http/rate-limit.ts`), runs against the same tests and writes
// no score.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Stryker } from "@stryker-mutator/core";

const target = process.argv[2]?.replace(/^api\//, "").replace(/\/$/, "");
if (!target || !existsSync(`api/${target}`)) {
  console.error(
    "npm run mutate -- <folder below api>, such as ledger, http, modules/payments, modules/partners",
  );
  process.exit(1);
}
const isOneFile = target.endsWith(".ts");
const folder = isOneFile ? dirname(target) : target;
const hasOwnTestsOnly = process.argv.includes("--own-tests");
const owner = hasOwnTestsOnly ? folder : (/^modules\/[^/]+/.exec(folder)?.[0] ?? folder);
const name = target.replaceAll("/", "-");
const reports = "reports/mutation";
mkdirSync(reports, { recursive: true });

const results = await new Stryker({
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.config.ts", related: true },
  // only the module's own tests count: incidental coverage by others proves nothing, and takes an hour
  testFiles: [`api/${owner}/**/*.test.ts`, "!**/*.{slow,nightly}.test.ts"],
  mutate: [
    isOneFile ? `api/${target}` : `api/${folder}/**/*.ts`,
    "!**/*.test.ts",
    "!**/testing.ts",
    "!**/testing/**",
  ],
  ignorePatterns: ["/build", "/data", "/reports", "/test-results", "/docs"],
  ignoreStatic: true,
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 30_000,
  // the tests of a large module take longer than the default of five minutes on a busy machine
  dryRunTimeoutMinutes: 30,
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

/** Returns the table with this folder's row replaced. */
function withRow(text, line) {
  const isTableRow = (one) => one.startsWith("| `");
  const lines = text.trimEnd().split("\n");
  const rows = lines.filter((one) => isTableRow(one) && !one.startsWith(`| \`${folder}\` |`));
  return `${[...lines.filter((one) => !isTableRow(one)), ...[...rows, line].sort()].join("\n")}\n`;
}
