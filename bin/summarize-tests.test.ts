import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const program = fileURLToPath(new URL("summarize-tests.mjs", import.meta.url));
const noUnits = { numPassedTests: 0, testResults: [] };
const noBrowser = { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [], suites: [] };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sum-tests-"));
  mkdirSync(join(folder, "reports"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function sumOf(reports: Record<string, object>) {
  for (const [run, report] of Object.entries(reports))
    writeFileSync(join(folder, "reports", `${run}.json`), JSON.stringify(report));
  const { stdout, status } = spawnSync(process.execPath, [program], { cwd: folder, encoding: "utf8" });
  const lines = stdout.trimEnd().split("\n");
  return { status, failed: lines.filter((line) => line.startsWith("FAILED ")), sum: lines.at(-1), stdout };
}

const browserOf = (statuses: string[]) => ({
  stats: {
    expected: statuses.filter((one) => one === "expected").length,
    unexpected: statuses.filter((one) => one === "unexpected").length,
    flaky: statuses.filter((one) => one === "flaky").length,
  },
  errors: [],
  suites: [
    {
      suites: [
        {
          specs: statuses.map((status, index) => ({
            file: "rent.spec.ts",
            title: `test ${index}`,
            tests: [
              {
                projectName: "desktop-en",
                status,
                results: [
                  { errors: status === "expected" ? [] : [{ message: `\u001b[31mwhy ${index}\u001b[39m` }] },
                  ...(status === "flaky" ? [{ errors: [] }] : []),
                ],
              },
            ],
          })),
        },
      ],
    },
  ],
});

test("all passed: the sum alone", () => {
  const summary = sumOf({
    unit: { numPassedTests: 3, testResults: [] },
    "unit-slow": noUnits,
    browser: browserOf(["expected", "expected"]),
    "browser-slow": noBrowser,
  });
  expect(summary).toMatchObject({ status: 0, failed: [], sum: "5 passed, 0 failed" });
});

test("each failed test, and each file that could not be loaded, is named with its reason", () => {
  const summary = sumOf({
    unit: {
      numPassedTests: 1,
      testResults: [
        {
          name: "a.test.ts",
          status: "failed",
          assertionResults: [
            { status: "passed", fullName: "fine" },
            { status: "failed", fullName: "wrong", failureMessages: ["expected 1"] },
          ],
        },
        { name: "b.test.ts", status: "failed", message: "cannot be read", assertionResults: [] },
      ],
    },
    "unit-slow": noUnits,
    browser: browserOf(["expected", "unexpected"]),
    "browser-slow": noBrowser,
  });
  expect(summary.status).toBe(1);
  expect(summary.failed).toEqual([
    "FAILED a.test.ts > wrong",
    "FAILED b.test.ts",
    "FAILED [desktop-en] rent.spec.ts > test 1",
  ]);
  expect(summary.stdout).toContain("why 1");
  expect(summary.sum).toBe("2 passed, 3 failed");
});

test("flaky tests are named with the error of their first attempt and tolerated, except for one that was flaky twice, and for many", () => {
  const runs = { unit: noUnits, "unit-slow": noUnits, "browser-slow": noBrowser };
  const sumOfBrowser = (statuses: string[]) => sumOf({ ...runs, browser: browserOf(statuses) });
  const { sum, stdout } = sumOfBrowser(["expected", "flaky", "flaky"]);
  expect(sum).toBe("3 passed, 0 failed");
  expect(stdout).toContain("LATE [desktop-en] rent.spec.ts > test 2\nwhy 2\n");
  expect(sumOfBrowser(["flaky", "flaky", "flaky", "flaky"]).sum).toBe("0 passed, 4 failed");

  const twice = browserOf(["flaky", "flaky"]);
  for (const spec of twice.suites[0]?.suites[0]?.specs ?? []) spec.title = "the same";
  expect(sumOf({ ...runs, browser: twice }).sum).toBe("0 passed, 2 failed");
});

test("a run without a report has failed", () => {
  const found = sumOf({ "unit-slow": noUnits, browser: browserOf(["expected"]), "browser-slow": noBrowser });
  expect(found.failed).toEqual(["FAILED unit"]);
});
